// A count, published n times, with noise that never exceeds 2.
program Repeated(c : private int, n : int) : list[int]
  requires n >= 0;
{
  out := [];
  for i in 0 .. n
    invariant ={out};
    // What has been spent after i rounds: of epsilon, and of delta.
    invariant ?;
  {
    z :=$ Truncate(DiscreteLaplace(1/ln(2)), -2, 2)
      couple z{2} = z{1} + c{1} - c{2}
      cost ln(2)
      slack 1/10;
    out := out ++ [c + z];
  }
  return out;
}

claim added : Repeated satisfies dp(n*ln(2), n/10) when within(c, 1);
