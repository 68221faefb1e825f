// R30: for some values of an open number the block ends in a run-time error.
// truth: at p = 3/4 there is no coin of probability 3/2.
// owed: joint-block
program Doubled(x : private bool, p : real) : bool
  requires 0 <= p && p <= 1;
{
  joint {
    b :=$ Flip(2*p);
    c :=$ Flip(1/2);
    ans := b && c;
  } couple ans{2} = ans{1} cost 0;
  return ans;
}

claim private : Doubled satisfies dp(0) when any expect unknown;
