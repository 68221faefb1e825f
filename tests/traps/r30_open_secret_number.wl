// R30: a number that depends on the secret is no open number: the two runs read two values of it.
// truth: Pr1[true] = 3/4, Pr2[true] = 1/4.
// owed: joint-block
program Biased(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  q := if x then p else 1 - p;
  joint {
    b :=$ Flip(q);
    ans := b;
  } couple ans{2} = ans{1} cost 0;
  return ans;
}

claim private : Biased satisfies dp(0) when any check p = 3/4 expect refuted;
