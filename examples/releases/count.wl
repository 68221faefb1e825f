// How many records have a property, plus noise on the integers
// The geometric mechanism of Ghosh, Roughgarden and Sundararajan, STOC 2009, as the discrete Laplace distribution.
program Count(d : private list[int], eps : real) : int
  requires eps > 0;
  requires forall i. 0 <= i && i < size(d) ==> 0 <= d[i] && d[i] <= 1;
{
  s := 0;
  for i in 0 .. size(d) {
    s := s + d[i];
  }
  z :=$ DiscreteLaplace(1/eps);
  return s + z;
}

claim private : Count satisfies dp(eps) when one_differs(d, 1);
