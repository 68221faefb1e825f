// R38: noise that is moved by c away from 0, on either side: never by more than the bound, and two tails count.
// truth: sigma = 1, c = 1, eps = 1/10: run 2 of `Two` lacks the numbers within 1 of 0, of probability 0.68 in run 1.
// owed: no-price
program One(sigma : real, eps : real, delta : real, c : real) : real
  requires 0 < sigma;
{
  D: z :=$ Gauss(sigma);
  return z;
}

program Two(sigma : real, eps : real, delta : real, c : real) : real
  requires 0 < sigma;
{
  D: z :=$ Gauss(sigma);
  return if z > c then z - c else if z <= -c then z + c else z + 100;
}

claim apart : One ~ Two : ={sigma, eps, delta, c}
  && 0 < eps
  && eps <= 1
  && 0 < c
  && 0 < delta
  && delta < 1
  && 2*ln(5/(4*delta))*c^2 <= sigma^2*eps^2
  ==> res{1} = res{2}
  within (eps, delta)
  proof {
    D: couple z{2} = z{1} + (if z{1} > 0 then c else -c) cost eps slack delta;
  }
  expect unknown;
