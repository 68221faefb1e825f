// T3: sparse vector in which no noise is moved, so that nothing is ever paid; that the same answers
// then come out is assumed.
// truth: q = [0] against [1]: Pr1[res = [true]] = 2/3, Pr2[res = [true]] = 8/9.
// owed: guards-agree, results-equal, invariant-kept
program Svt(q : private list[int], T : int) : list[bool] {
  rho :=$ Uniform(-1 .. 1) couple rho{2} = rho{1};
  bar := T + rho;
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    invariant ={i, hit, out, bar} && 0 <= i{1} && i{1} <= size(q{1}) && cost = 0;
    decreases size(q) - i;
  {
    eta :=$ Uniform(-1 .. 1) couple eta{2} = eta{1};
    if (q[i] + eta >= bar) { out := out ++ [true]; hit := true; } else { out := out ++ [false]; }
    i := i + 1;
  }
  return out;
}

claim free : Svt satisfies dp(0) when all_within(q, 1)
  check size(q) = 1, q[_] in 0..1, T = 0
  expect refuted;
