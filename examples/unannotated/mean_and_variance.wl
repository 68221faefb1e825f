// A mean and a second moment, each with noise of its own, and the variance that comes out.
// True: a record moves either by at most 1/n, and what is made of the answers costs nothing.
program MeanAndVariance(d : private list[real], n : int, e1 : real, e2 : real) : (real, real)
  requires e1 > 0;
  requires e2 > 0;
  requires n > 0;
  requires size(d) = n;
{
  s := 0;
  t := 0;
  i := 0;
  while (i < n) {
    c := max(0, min(1, d[i]));
    s := s + c;
    t := t + c*c;
    i := i + 1;
  }
  a :=$ Laplace(1/(n*e1), s/n);
  b :=$ Laplace(1/(n*e2), t/n);
  return (a, b - a^2);
}

claim private : MeanAndVariance satisfies dp(e1 + e2) when one_differs(d);
