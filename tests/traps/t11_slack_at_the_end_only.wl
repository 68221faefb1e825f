// T11: Gaussian releases until a coin says stop. Each one spends delta; nothing bounds how many
// there are, and the loop says nothing about slack.
// truth: x = 0 against x = 1: already the first release, which happens with probability 1/2, has
// delta(1) = 0.1269, so the whole has at least 0.0634 at epsilon 1.
// owed: slack, budget, invariant-kept, terminates
program UntilTails(x : private int) : list[real] {
  out := [];
  c :=$ Flip(1/2) couple c{2} = c{1};
  while (c)
    invariant ={c, out};
  {
    z :=$ Gauss(1) couple z{2} = z{1} + x{1} - x{2} cost 1;
    out := out ++ [x + z];
    c :=$ Flip(1/2) couple c{2} = c{1};
  }
  return out;
}

claim small : UntilTails satisfies dp(1, 1/100) when within(x, 1) expect unknown;
