// Erratum 7 of the QIF thesis: Theorem 2 says "if and only if" of one direction, with x and x'
// swapped against Definition 8. Both directions are needed: here the rows are (1, 0) for false
// and (1/2, 1/2) for true, and at ln(2) one direction needs no delta and the other 1/2.
program OneSided(x : private bool) : bool {
  coin :=$ Flip(1/2);
  return x && coin;
}

claim forth : OneSided ~ OneSided : !x{1} && x{2} ==> res{1} = res{2} within (ln(2), 0) check;

claim back : OneSided ~ OneSided : x{1} && !x{2} ==> res{1} = res{2}
  within (ln(2), 0.49)
  check
  expect refuted;

claim both : OneSided satisfies dp(ln(2), 1/2) when any check;
