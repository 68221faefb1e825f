// R30: the cost is too small at one value of an open number, and right everywhere else.
// truth: at p = 1/3 the answer "yes" has the probabilities 2/3 and 1/3, and the cost is 0.
// owed: price
program Lies(x : private bool, p : real) : bool
  requires 0 < p && p <= 1/2;
{
  joint {
    b :=$ Flip(p);
    ans := x xor b;
  } couple ans{2} = ans{1} cost (if p = 1/3 then 0 else ln((1 - p)/p));
  return ans;
}

claim private : Lies satisfies dp(if p = 1/3 then 0 else ln((1 - p)/p)) when any
  check p = 1/3
  expect refuted;
