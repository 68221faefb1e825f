// T31: ln(1 + eps) is close to eps, and less; 1 - 1/r is close to ln(r), and less. A rule with the
// inequality the wrong way round, or a linear approximation, makes them equal.
// truth: noise of scale 1/eps costs eps, above ln(1 + eps); r = 2, x = 0 against x = 1:
// Pr1[res = false] = 2/3, Pr2[res = false] = 1/3, a ratio of 2, while exp(1/2) is below 1.65.
// owed: budget, price
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program Response(x : private int, r : real) : bool
  requires r >= 1;
{
  y :=$ Flip(r/(1 + r))
    couple y{2} = (if (x{1} > 0) = (x{2} > 0) then y{1} else !y{1})
    cost (if (x{1} > 0) = (x{2} > 0) then 0 else ln(r));
  return y = (x > 0);
}

claim private : Noisy satisfies dp(ln(1 + eps)) when within(x, 1) expect unknown;

claim response : Response satisfies dp(1 - 1/r) when any check x in 0..1, r = 2 expect refuted;
