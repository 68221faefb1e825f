// R27: Laplace noise is moved by 1 or not at all, up or down as the sample says; a bijection.
// truth: on either side of 0 two intervals of length 1 change places. At order 2 the integral of p^2/q is
// exp(1) - 1 + 2*exp(-2) - exp(-3) = 1.939, so that the divergence is 0.6622; that of noise which is moved by 1
// is ln(2/3*exp(1) + 1/3*exp(-2)) = 0.6191.
// owed: no-price
program Swapped(x : private bool) : real {
  z :=$ Laplace(1)
    couple z{2} = z{1}
      + (if 0 <= z{1} && z{1} < 1 || -2 <= z{1} && z{1} < -1
          then 1
        else if -1 <= z{1} && z{1} < 2
          then -1
          else 0);
  y := z + (if 0 <= z && z < 1 || -2 <= z && z < -1 then 1 else if -1 <= z && z < 2 then -1 else 0);
  return if x then z else y;
}

claim moved : Swapped satisfies rdp(2, 0.62) when x{1} != x{2} expect unknown;
