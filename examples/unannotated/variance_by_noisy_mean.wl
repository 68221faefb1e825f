// The variance of n numbers between 0 and 1: the noisy mean of the squares, less the square of the noisy mean.
// True: both means move by 1/n at most, and what is made of the noisy mean is equal.
program Variance(d : private list[real], n : int, eps : real) : real
  requires eps > 0;
  requires n >= 1;
  requires size(d) = n;
{
  s := 0;
  q := 0;
  for i in 0 .. n {
    v := max(0, min(1, d[i]));
    s := s + v;
    q := q + v^2;
  }
  a :=$ Laplace(2/(n*eps));
  b :=$ Laplace(2/(n*eps));
  m := s/n + a;
  return q/n + b - m^2;
}

claim private : Variance satisfies dp(eps) when one_differs(d);
