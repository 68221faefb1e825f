// R31: equal arguments for nothing, under a quadruple whose postcondition is no equality.
// truth: Pick is true with probability 3/4, so that its results differ at a cost of ln(3), though it has no
// arguments at all. The answer false has probability 3/4 for x = false and 1/4 for x = true.
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
