// R30: a fact about an open number that is not computed with excludes no value of it.
// truth: at p = 1/4 the answer "yes" has the probabilities 3/4 and 1/4.
// owed: price
program Lies(x : private bool, p : real) : bool
  requires 0 < p && p <= 1/2;
  requires p*exp(1) <= 2;
{
  joint {
    b :=$ Flip(p);
    ans := x xor b;
  } couple ans{2} = ans{1} cost 0;
  return ans;
}

claim private : Lies satisfies dp(0) when any check p = 1/4 expect refuted;
