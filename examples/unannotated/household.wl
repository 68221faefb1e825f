// How many meters read more than the limit, protecting households of three: group privacy.
// True: three rows that change to anything move the count by at most 3, and noise of scale 1/eps
// then costs 3*eps.
program Household(meters : private list[real], limit : real, eps : real) : int
  requires eps > 0;
{
  over := 0;
  for i in 0 .. size(meters) {
    if (meters[i] > limit) { over := over + 1; }
  }
  z :=$ DiscreteLaplace(1/eps);
  return over + z;
}

claim private : Household satisfies dp(3*eps) when some_differ(meters, 3);
