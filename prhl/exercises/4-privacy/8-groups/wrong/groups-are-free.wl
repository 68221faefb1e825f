// A count with noise for one person. A group of g people moves the count by at most g.
program NoisyCount(c : private int, g : int, eps : real) : int
  requires eps > 0;
  requires g >= 1;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

// The smallest epsilon for a group of g people, in terms of g and eps.
answer budget = eps;

claim group : NoisyCount satisfies dp(budget) when within(c, g);

// one per cent less is not enough
claim no_less : NoisyCount satisfies dp(99/100*budget) when within(c, g)
  check g = 3, c in 0..3, eps = 1/2
  expect refuted;

program ForTen(c : private int) : int {
  z :=$ DiscreteLaplace(scale) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

// The smallest scale that protects ten people with epsilon 1/10.
answer scale = 100;

claim ten : ForTen satisfies dp(1/10) when within(c, 10);
