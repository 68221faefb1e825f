// The mean of n records between lo and hi, with n public: a record that is replaced moves it by at
// most (hi - lo)/n. If all records may move by at most 1, so does the mean, whatever n is.
// Where the number of records is private, too, sum and number get noise of their own, and what is
// made of the two costs nothing more. The twin averages two records of 0 or 1, rounded up to an
// integer, and spends exactly eps; it is false that half of it is enough.
program NoisyMean(d : private list[real], n : int, lo : real, hi : real, eps : real) : real
  requires eps > 0;
  requires n >= 1;
  requires size(d) = n;
  requires lo < hi;
  requires forall j. 0 <= j < size(d) ==> lo <= d[j] <= hi;
{
  m := sum(d)/n;
  z :=$ Laplace((hi - lo)/(n*eps)) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

claim one_replaced : NoisyMean satisfies dp(eps) when one_differs(d);

program NoisyMeanOfAnswers(q : private list[real], n : int, eps : real) : real
  requires eps > 0;
  requires n >= 1;
  requires size(q) = n;
{
  m := sum(q)/n;
  z :=$ Laplace(1/eps) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

claim all_move : NoisyMeanOfAnswers satisfies dp(eps) when all_within(q, 1);

program NoisyRatio(d : private list[real], eps : real) : real
  requires eps > 0;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 1;
{
  s := sum(d);
  n := size(d);
  y :=$ Laplace(2/eps) couple y{2} = y{1} + s{1} - s{2};
  z :=$ Laplace(2/eps) couple z{2} = z{1} + n{1} - n{2};
  return if n + z >= 1 then (s + y)/(n + z) else 0;
}

claim one_comes_or_goes : NoisyRatio satisfies dp(eps) when add_remove(d);

program MeanOnGrid(d : private list[int], eps : real) : int
  requires eps > 0;
{
  m := ceil(sum(d)/2);
  y :=$ Clamp(DiscreteLaplace(1/eps, m), 0, 1) couple y{2} = y{1};
  return y;
}

claim on_grid : MeanOnGrid satisfies dp(eps) when one_differs(d, 1)
  check size(d) = 2, d[_] in 0..1, eps = ln(2);

claim half_of_it : MeanOnGrid satisfies dp(eps/2) when one_differs(d, 1)
  check size(d) = 2, d[_] in 0..1, eps = ln(2)
  expect refuted;
