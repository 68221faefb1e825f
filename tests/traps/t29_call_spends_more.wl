// T29: the called program is private at its own eps, which is twice the caller's eps.
// truth: x = 0 against x = 1: the call costs 2*eps.
// lemma once: true, and taken as given; what counts is what it costs at these arguments.
// owed private: budget, not-supported
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim once : Noisy satisfies dp(eps) when within(x, 1) assume;

program Caller(x : private int, eps : real) : real
  requires eps > 0;
{
  y :=$ Noisy(x, 2*eps) couple by once;
  return y;
}

claim private : Caller satisfies dp(eps) when within(x, 1) expect unknown;
