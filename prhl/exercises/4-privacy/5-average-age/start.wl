// The average age of the fifty members of a club.
program AverageAge(d : private list[real]) : real
  requires size(d) = 50;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 100;
{
  m := sum(d)/50;
  // What noise of run 2 makes both runs return the same?
  z :=$ Laplace(scale) couple ?;
  return m + z;
}

// The smallest scale that is enough for epsilon 1/2.
answer scale = ?;

claim one_member : AverageAge satisfies dp(1/2) when one_differs(d);
