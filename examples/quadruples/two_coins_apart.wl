// Two coins are as far apart as their probabilities: the total variation of Flip(p) and Flip(r) is
// |p - r| (the maximal coupling: Doeblin, 1938), and so is that of anything computed from one throw.
// From two throws it is at most twice that.
program Coin(p : private real, d : real) : bool
  requires 0 <= p && p <= 1;
{
  b :=$ Flip(p) couple b{2} = b{1} cost 0 slack d;
  return b;
}

program Heads(p : private real, d : real) : int
  requires 0 <= p && p <= 1;
{
  n := 0;
  for i in 0 .. 2
    invariant ={n} && slack = i{1}*d && cost = 0;
  {
    b :=$ Flip(p) couple b{2} = b{1} cost 0 slack d;
    if (b) { n := n + 1; }
  }
  return n;
}

claim distance : Coin ~ Coin : d{1} = d{2} && |p{1} - p{2}| <= d{1} ==> res{1} = res{2}
  within (0, d)
  check p in {1/4, 1/3}, d = 1/12;

claim twice : Heads ~ Heads : d{1} = d{2} && |p{1} - p{2}| <= d{1} ==> res{1} = res{2}
  within (0, 2*d)
  check p in {1/4, 1/3}, d = 1/12;

claim not_less : Coin ~ Coin : d{1} = d{2} && |p{1} - p{2}| <= d{1} ==> res{1} = res{2}
  within (0, d/2)
  check p in {1/4, 1/3}, d = 1/12
  expect refuted;
