// The sum of a list, taken up from both of its ends; one in the middle is left out.
// True: the position that differs is met by one of the two indices, and once.
program FromBothEnds(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  l := 0;
  r := size(d) - 1;
  while (l < r) {
    s := s + d[l] + d[r];
    l := l + 1;
    r := r - 1;
  }
  z :=$ Laplace(1/eps);
  return s + z;
}

claim private : FromBothEnds satisfies dp(eps) when one_differs(d, 1);
