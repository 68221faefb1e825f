// Two sums over one list, whose entries go to the one and to the other by turns, as a flag says.
// True: an entry goes to one of them, so that the two sums together move by at most 1.
program ByTurns(d : private list[real], eps : real) : (real, real)
  requires eps > 0;
{
  a := 0;
  b := 0;
  first := true;
  for i in 0 .. size(d) {
    if (first) { a := a + d[i]; } else { b := b + d[i]; }
    first := !first;
  }
  x :=$ Laplace(1/eps);
  y :=$ Laplace(1/eps);
  return (a + x, b + y);
}

claim private : ByTurns satisfies dp(eps) when one_differs(d, 1);
