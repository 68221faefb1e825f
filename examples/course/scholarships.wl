// The sum of the scholarships, Privacy Engineering week 4, on the sensitivity of a function: one
// student can move the sum by 6000, so the noise has scale 6000/eps.
// Noise of scale 10, right for a count at eps = 1/10, does not hide an amount: the twin has a
// student with 0 or 40, and its channel costs 4.
program Scholarships(d : private list[real], eps : real) : real
  requires eps > 0;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 6000;
{
  s := sum(d);
  z :=$ Laplace(6000/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim one_student : Scholarships satisfies dp(eps) when add_remove(d);

program NoiseForACount(amount : private int) : int {
  y :=$ Clamp(DiscreteLaplace(10, amount), 0, 40) couple y{2} = y{1};
  return y;
}

claim true_price : NoiseForACount satisfies dp(4) when within(amount, 40) check amount in {0, 40};

claim price_of_a_count : NoiseForACount satisfies dp(1/10) when within(amount, 40)
  check amount in {0, 40}
  expect refuted;
