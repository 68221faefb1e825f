// Using the budget, Privacy Engineering week 4: five counts share a budget of 1, the one that
// matters most takes 0.6 and the other four take 0.1 each. Numbers are exact, so the sum is 1.
// The noise for a budget of 0.6 has scale 1/0.6; the slides write the budget where the scale goes.
program NoisyCount(c : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim count_costs_eps : NoisyCount satisfies dp(eps) when within(c, 1);

// notepad users born in 1994, then in 1992, 1993, 1995 and 1996
program FiveCounts(c : private list[int]) : list[real]
  requires size(c) = 5;
{
  y1994 :=$ NoisyCount(c[0], 0.6) couple by count_costs_eps;
  y1992 :=$ NoisyCount(c[1], 0.1) couple by count_costs_eps;
  y1993 :=$ NoisyCount(c[2], 0.1) couple by count_costs_eps;
  y1995 :=$ NoisyCount(c[3], 0.1) couple by count_costs_eps;
  y1996 :=$ NoisyCount(c[4], 0.1) couple by count_costs_eps;
  return [y1994, y1992, y1993, y1995, y1996];
}

claim whole_budget : FiveCounts satisfies dp(1) when all_within(c, 1);
