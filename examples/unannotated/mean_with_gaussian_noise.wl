// The mean of n numbers, cut off at 0 and 1, with Gaussian noise by the classical formula, whose sigma is divided by n.
// True: the mean moves by 1/n at most, so that n stands on both sides (Dwork and Roth 2014, theorem A.1).
program Mean(d : private list[real], n : int, eps : real, delta : real) : real
  requires 0 < eps && eps <= 1;
  requires 0 < delta && delta < 1;
  requires n >= 1;
  requires size(d) = n;
{
  s := 0;
  for i in 0 .. n {
    s := s + max(0, min(1, d[i]));
  }
  z :=$ Gauss(sqrt(2*ln(5/(4*delta)))/(n*eps));
  return s/n + z;
}

claim private : Mean satisfies dp(eps, delta) when one_differs(d);
