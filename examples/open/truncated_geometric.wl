// Two-sided geometric noise on the answers 0..4, for all eps > 0 at once: cut off at the ends, or moved to them. The
// masses are quotients of polynomials in exp(-eps).
program Cut(x : private int, eps : real) : int
  requires 0 <= x && x <= 4;
  requires eps > 0;
{
  z :=$ Truncate(DiscreteLaplace(1/eps, x), 0, 4);
  return z;
}

// conditioning changes the normaliser, too: up to twice the price
claim cut_twice : Cut satisfies dp(2*eps) when within(x, 1);

claim cut_once : Cut satisfies dp(eps) when within(x, 1) expect refuted;

program Moved(x : private int, eps : real) : int
  requires 0 <= x && x <= 4;
  requires eps > 0;
{
  z :=$ Clamp(DiscreteLaplace(1/eps, x), 0, 4);
  return z;
}

claim moved : Moved satisfies dp(eps) when within(x, 1);

// at half of the price, the exact delta
claim half : Moved satisfies dp(eps/2, (1 - exp(-eps/2))/(1 + exp(-eps))) when within(x, 1);

claim half_wrong : Moved satisfies dp(eps/2, (1 - exp(-eps/2))/3) when within(x, 1) expect refuted;
