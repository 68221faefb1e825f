// Post-processing, CMU 15-316 lecture 18, theorem 5, and BU CS 599: what is computed from a
// private answer costs nothing more, whether the computation is deterministic or tosses coins of
// its own. The last program reads the secret again, which is not post-processing.
program RandResp(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

claim ln3 : RandResp satisfies dp(ln(3)) when any;

program Negated(x : private bool) : bool {
  y :=$ RandResp(x) couple by ln3;
  return !y;
}

claim negated : Negated satisfies dp(ln(3)) when any check;

// a bound, no longer a tight one: the second coin hides more, down to ln(7/5)
program Blurred(x : private bool) : bool {
  y :=$ RandResp(x) couple by ln3;
  c :=$ Flip(1/3) couple c{2} = c{1};
  return y xor c;
}

claim blurred : Blurred satisfies dp(ln(3)) when any check;

claim blurred_exactly : Blurred satisfies dp(ln(7/5)) when any check;

program NoisyCount(c : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim noisy_count : NoisyCount satisfies dp(eps) when within(c, 1);

// counts are not negative
program CutAtZero(c : private int, eps : real) : real
  requires eps > 0;
{
  y :=$ NoisyCount(c, eps) couple by noisy_count;
  if (y < 0) { y := 0; }
  return y;
}

claim cut_at_zero : CutAtZero satisfies dp(eps) when within(c, 1);

program PeekAgain(x : private bool) : bool {
  y :=$ RandResp(x) couple by ln3;
  return y && x;
}

claim peeked : PeekAgain satisfies dp(ln(3)) when any check expect refuted;
