// The cumulative distribution, BU CS 599, composition as a budget: eight noisy counts of the
// rows that are at most y, for y = 000 to 111 read as 0 to 7, each with noise for eps.
// Eight queries are charged 8*eps on the slides. When a record is replaced, the last count is
// the number of rows in both runs, so seven of them pay: 7*eps, tight in the twin's channel.
program Cdf(d : private list[int], eps : real) : list[real]
  requires eps > 0;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 7;
{
  r := [];
  for y in 0 .. 8
    invariant ={r};
    invariant cost <= (if y{1} <= 7 then y{1} else 7)*eps;
  {
    c := 0;
    for i in 0 .. size(d)
      invariant c{1} - c{2}
        = (if i{1} > k
            then (if d{1}[k] <= y{1} then 1 else 0) - (if d{2}[k] <= y{1} then 1 else 0)
            else 0);
    {
      c := c + (if d[i] <= y then 1 else 0);
    }
    z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
    r := r ++ [c + z];
  }
  return r;
}

claim budget_of_the_slides : Cdf satisfies dp(8*eps) when one_differs(d) at k;

claim seven_are_enough : Cdf satisfies dp(7*eps) when one_differs(d) at k;

program CdfOnGrid(d : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(d) = n;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 7;
{
  r := [];
  for y in 0 .. 8
    invariant ={r};
    invariant cost <= (if y{1} <= 7 then y{1} else 7)*eps;
  {
    c := 0;
    for i in 0 .. size(d)
      invariant c{1} - c{2}
        = (if i{1} > k
            then (if d{1}[k] <= y{1} then 1 else 0) - (if d{2}[k] <= y{1} then 1 else 0)
            else 0);
    {
      c := c + (if d[i] <= y then 1 else 0);
    }
    t :=$ Clamp(DiscreteLaplace(1/eps, c), 0, n) couple t{2} = t{1};
    r := r ++ [t];
  }
  return r;
}

claim seven_on_grid : CdfOnGrid satisfies dp(7*eps) when one_differs(d) at k
  check n = 1, size(d) = 1, d[_] in 0..7, eps = ln(2);

claim six_on_grid : CdfOnGrid satisfies dp(6*eps) when one_differs(d) at k
  check n = 1, size(d) = 1, d[_] in 0..7, eps = ln(2)
  expect refuted;
