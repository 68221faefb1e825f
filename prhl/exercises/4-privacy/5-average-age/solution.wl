// The average age of the fifty members of a club.
program AverageAge(d : private list[real]) : real
  requires size(d) = 50;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 100;
{
  m := sum(d)/50;
  // The noise cancels the difference of the means, not that of the sums.
  z :=$ Laplace(scale) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

// One member moves the mean by at most 100/50, and epsilon is 1/2.
answer scale = 4;

claim one_member : AverageAge satisfies dp(1/2) when one_differs(d);
