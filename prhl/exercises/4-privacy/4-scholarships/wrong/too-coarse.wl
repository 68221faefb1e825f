// The sum of all scholarships, each at most 6000.
program Scholarships(d : private list[real]) : real
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 6000;
{
  s := 0;
  for i in 0 .. size(d)
    // How do s{1} and s{2} differ when the students before i are added up?
    invariant |s{1} - s{2}| <= 6000;
  {
    s := s + d[i];
  }
  z :=$ Laplace(scale) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

// The smallest scale that is enough for epsilon 1/10.
answer scale = 60000;

claim one_student : Scholarships satisfies dp(1/10) when one_differs(d) at k;
