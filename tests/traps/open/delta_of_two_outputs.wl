// With a delta all outputs count together.
// truth: at p = 1/8 two outputs exceed by 1/8 each, which is 1/4 together.
program Together(x : private bool, p : real) : int
  requires 0 < p && p < 1/4;
{
  d := if x then p else -p;
  z :=$ Choice({0 @ 1/4 + d/2, 1 @ 1/4 + d/2, 2 @ 1/4 - d/2, 3 @ 1/4 - d/2});
  return z;
}

claim trap : Together satisfies dp(0, p) when any expect refuted;

claim right : Together satisfies dp(0, 2*p) when any;
