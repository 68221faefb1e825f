// The sum of all scholarships, each at most 6000.
program Scholarships(d : private list[real]) : real
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 6000;
{
  s := 0;
  for i in 0 .. size(d)
    // The story of the difference: none before k, that of student k from there on.
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
  }
  z :=$ Laplace(scale) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

// Sensitivity over epsilon: 6000/(1/10).
answer scale = 60000;

claim one_student : Scholarships satisfies dp(1/10) when one_differs(d) at k;
