// Group privacy by a theorem: a claim about one person gives one about k of them, step by step.
// Deltas do not add up on the way: every step multiplies those after it by exp(eps). And the
// inputs between two must be ones that the program takes; where there is a gap, nothing follows.
program NoisyCount(c : private int, k : int, eps : real, delta : real) : int
  requires eps > 0;
  requires delta >= 0;
  requires k >= 1;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim one_person : NoisyCount satisfies dp(eps) when within(c, 1);

claim three_people : NoisyCount satisfies dp(3*eps) when within(c, 3) from one_person by 3 steps;

claim any_group : NoisyCount satisfies dp(k*eps) when within(c, k) from one_person by k steps;

claim up_to_delta : NoisyCount satisfies dp(eps, delta) when within(c, 1) from one_person;

claim pair_up_to_delta : NoisyCount satisfies dp(2*eps, delta*(1 + exp(eps))) when within(c, 2)
  from up_to_delta by 2 steps;

claim group_up_to_delta : NoisyCount satisfies dp(k*eps, delta*(exp(k*eps) - 1)/(exp(eps) - 1))
  when within(c, k)
  from up_to_delta by k steps;

// one step too few for the distance
claim far_away : NoisyCount satisfies dp(2*eps) when within(c, 3)
  from one_person by 2 steps
  expect refuted;

program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
  requires forall i. 0 <= i < size(d) ==> 0 <= d[i] <= 1;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + sum(d{1}) - sum(d{2});
  return sum(d) + z;
}

claim one_record : NoisySum satisfies dp(eps) when one_differs(d);

claim four_records : NoisySum satisfies dp(4*eps) when some_differ(d, 4) from one_record by 4 steps;

program NoisyMean(m : private real, rho : real) : real
  requires rho > 0;
{
  z :=$ Gauss(sqrt(1/(2*rho))) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

claim one_step : NoisyMean satisfies zcdp(rho) when within(m, 1);

claim five_steps : NoisyMean satisfies zcdp(25*rho) when within(m, 5) from one_step by 5 steps;

// at most 1/10 beyond ln(2) from one x to the next
program Fading(x : private int) : bool
  requires 0 <= x <= 2;
{
  b :=$ Flip(if x = 0 then 7/10 else if x = 1 then 3/10 else 1/10);
  return b;
}

claim near : Fading satisfies dp(ln(2), 1/10) when within(x, 1) check x in 0..2;

claim far : Fading satisfies dp(2*ln(2), 3/10) when within(x, 2)
  from near by 2 steps
  check x in 0..2;

// 7/10 > 4 * 1/10 + 2/10
claim deltas_added : Fading satisfies dp(2*ln(2), 2/10) when within(x, 2)
  from near by 2 steps
  check x in 0..2
  expect refuted;

program OnlyEven(x : private int) : int
  requires x = 0 || x = 2;
{
  return x;
}

claim nobody_is_near : OnlyEven satisfies dp(0) when within(x, 1);

claim through_the_gap : OnlyEven satisfies dp(0) when within(x, 2)
  from nobody_is_near by 2 steps
  expect refuted;

// an entry that changes is one that goes and one that comes
program Bins(d : private list[bool], eps : real) : (int, int)
  requires eps > 0;
{
  a :=$ DiscreteLaplace(1/eps) couple a{2} = a{1} + count(d{1}, true) - count(d{2}, true);
  b :=$ DiscreteLaplace(1/eps) couple b{2} = b{1} + count(d{1}, false) - count(d{2}, false);
  return (count(d, true) + a, count(d, false) + b);
}

claim added : Bins satisfies dp(eps) when add_remove(d);

claim replaced : Bins satisfies dp(2*eps) when one_differs(d) && size(d{1}) > 0
  from added by 2 steps;

claim replaced_for_half : Bins satisfies dp(eps) when one_differs(d) && size(d{1}) > 0
  from added by 2 steps
  expect refuted;
