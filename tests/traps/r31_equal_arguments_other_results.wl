// R31: equal arguments for nothing, under a quadruple whose postcondition is no equality.
// truth: Pick is true with probability 1/2. That its results differ costs nothing, and that run 1 is true only
// if run 2 is costs nothing; here true in run 1 goes with false in run 2 at a cost of ln(3).
// owed parity: budget
// lemma apart: what the call cites
program Pick() : bool {
  y :=$ Flip(3/4) couple y{2} = !y{1};
  return y;
}

claim apart : Pick ~ Pick : true ==> res{1} = (!res{2}) within (ln(3), 0);

program Asked(x : private bool) : bool {
  y :=$ Pick() couple by apart;
  return y = x;
}

claim parity : Asked satisfies dp(0) when x{1} != x{2} check expect refuted;
