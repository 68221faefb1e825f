// R9, T9, T17: exponential noise conditioned on a range that it never reaches: there is no such
// distribution, and everything would follow from a draw.
// truth: lo = -1, hi = 0: the range -1..0 has mass 0, so that the program fails on every input.
// owed: empty-set
program Nowhere(x : private bool, lo : real, hi : real) : bool
  requires lo <= hi;
  requires hi <= 0;
{
  z :=$ Truncate(Exponential(1), lo, hi) couple z{2} = z{1};
  return x;
}

claim private : Nowhere satisfies dp(0) when any expect unknown;
