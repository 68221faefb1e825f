// R30: at the border of an open number an outcome is impossible, which no cost pays for.
// truth: at p = 0 nobody lies: Pr1[true] = 1, Pr2[true] = 0.
// owed: support
program Lies(x : private bool, p : real) : bool
  requires 0 <= p && p <= 1/2;
{
  joint {
    b :=$ Flip(p);
    ans := x xor b;
  } couple ans{2} = ans{1} cost (if p = 0 then 0 else ln((1 - p)/p));
  return ans;
}

claim private : Lies satisfies dp(if p = 0 then 0 else ln((1 - p)/p)) when any
  check p = 0
  expect refuted;
