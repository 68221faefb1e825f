// A counting query with discrete Laplace noise (two-sided geometric), Ghosh, Roughgarden and
// Sundararajan, STOC 2009; Miller's thesis, Melbourne 2024: scale 3 is dp(1/3), and no less.
// One person's answer moves the count by at most 1; the noise of run 2 cancels it.
// The thesis cuts the noise off and so finds a delta; here nothing is cut off.
program NoisyCount(c : private int) : int {
  z :=$ DiscreteLaplace(3) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

program NoisyCountOf(d : private list[bool]) : int {
  c := count(d, true);
  z :=$ DiscreteLaplace(3) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

program NoisyCountEps(c : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim third : NoisyCount satisfies dp(1/3) when within(c, 1) check c in 0..1;

claim of_list : NoisyCountOf satisfies dp(1/3) when one_differs(d)
  check size(d) in 1..2, d[_] in {false, true};

claim every_eps : NoisyCountEps satisfies dp(eps) when within(c, 1)
  check c in 0..1, eps in {1/2, ln(2)};
