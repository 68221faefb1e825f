// R30: nothing makes the number equal in both runs, so that there is no one price for all of its values.
// truth: with p{1} = 1/4 and p{2} = 3/4 the answer "yes" has the probabilities 1/4 and 3/4.
// owed: joint-block
program Coin(p : real) : bool
  requires 0 < p && p < 1;
{
  joint {
    b :=$ Flip(p);
    ans := b;
  } couple ans{2} = ans{1} cost 0;
  return ans;
}

claim same : Coin ~ Coin : true ==> ={res} check p in {1/4, 3/4} expect refuted;
