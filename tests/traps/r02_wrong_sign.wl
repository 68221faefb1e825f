// R2: the noise is moved in the wrong direction, which costs the same and doubles the difference.
// truth: the claim holds; the annotation is wrong: z{2} = z{1} + x{1} - x{2}.
// owed: results-equal
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{2} - x{1};
  return x + z;
}

claim private : Noisy satisfies dp(eps) when within(x, 1) expect unknown;
