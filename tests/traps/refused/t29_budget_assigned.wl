// T29: a program that raises its own budget before it spends.
// truth: x = 0 against x = 1: the price of the noise is 100.
// refused: assigned-parameter
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  eps := 100;
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim private : Noisy satisfies dp(eps) when within(x, 1) expect unknown;
