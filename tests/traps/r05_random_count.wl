// R5: answers are given until a coin says stop, two on average. The number of rounds is random, so
// no budget is enough; the invariant claims two rounds' worth.
// truth: x = 0 against x = 1 and k answers cost k*eps, with probability 2^-(k + 1). In the twin, which
// stops at 3: Pr1[res = [false, false, false]] = 27/512, Pr2 = 1/512, a ratio of 27, not 9.
// owed private: invariant-kept, terminates
// owed cut: invariant-kept
program UntilTails(x : private int, eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  c :=$ Flip(1/2) couple c{2} = c{1};
  while (c)
    invariant ={c, out} && cost <= 2*eps;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
    out := out ++ [x + z];
    c :=$ Flip(1/2) couple c{2} = c{1};
  }
  return out;
}

program UntilTailsOrThree(x : private int) : list[bool] {
  out := [];
  i := 0;
  c :=$ Flip(1/2) couple c{2} = c{1};
  while (c && i < 3)
    invariant ={i, c, out} && 0 <= i{1} && i{1} <= 3 && cost <= 2*ln(3);
    decreases 3 - i;
  {
    b :=$ Flip(1/4) couple b{2} = b{1} xor (x{1} > 0) xor (x{2} > 0);
    out := out ++ [b xor (x > 0)];
    i := i + 1;
    c :=$ Flip(1/2) couple c{2} = c{1};
  }
  return out;
}

claim private : UntilTails satisfies dp(2*eps) when within(x, 1) expect unknown;

claim cut : UntilTailsOrThree satisfies dp(2*ln(3)) when any check x in 0..1 expect refuted;
