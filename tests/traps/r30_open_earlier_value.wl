// R30: what is known of a number is known of the value that it had then, and of no later one.
// truth: with p = 1/4 the answer "yes" has the probabilities 3/4 and 1/4.
// owed: price
program Turned(x : private bool, p : real) : bool
  requires 0 < p && p < 1/2;
{
  q := p;
  ans := false;
  for i in 0 .. 1
    invariant ={q, ans} && 0 < q{1} && q{1} < 1/2 && cost <= 0;
  {
    q := 1 - q;
    joint {
      b :=$ Flip(q);
      ans := x xor b;
    } couple ans{2} = ans{1} cost ln((1 - q{1})/q{1});
    q := 1 - q;
  }
  return ans;
}

claim private : Turned satisfies dp(0) when any check p = 1/4 expect refuted;
