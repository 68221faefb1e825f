// T8, R9: integer noise around a real number. From centres 0 and 1/2 the draws have different
// supports, or, if the centre is rounded into the exponent, a ratio of 5/2 where 2 is paid for.
// truth: the location of DiscreteLaplace is an int.
// refused: type-mismatch
program HalfCentre(q : private real, eps : real) : int
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps, q) couple y{2} = y{1};
  return y;
}

claim private : HalfCentre satisfies dp(eps) when within(q, 1) expect unknown;
