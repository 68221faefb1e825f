// Erratum 8 of the QIF thesis: the second display of appendix A.3.2 subtracts v_x' from v_x' times
// e^eps, where v_x is meant. As it stands no term is negative and everything would be private,
// even a program that shows its secret. (In Definition 8 the third clause must say w != *.)
program Show(resp : private bool) : bool {
  return resp;
}

claim shown : Show satisfies dp(ln(3)) when any check expect refuted;
