// A noisy count that is shown if it is above T, and never where nobody is counted: 0 stays 0.
// True: counts of 1 and 0 differ by what is above T, of probability exp(-eps*(T - 1))/2 at most.
program ShownIfMany(d : private list[bool], T : real, eps : real) : real
  requires eps > 0 && T >= 1;
{
  c := count(d, true);
  z :=$ Laplace(1/eps);
  out := 0;
  if (c > 0 && c + z > T) { out := c + z; }
  return out;
}

claim private : ShownIfMany satisfies dp(eps, exp(-eps*(T - 1))/2) when one_differs(d);
