// Randomized response among four answers: the truth with probability p, else one of the others.
// For all p >= 1/4 at once; p = 1/4 tells nothing.
program Four(x : private int, p : real) : int
  requires 0 <= x && x <= 3;
  requires 1/4 <= p && p < 1;
{
  truth :=$ Flip(p);
  step :=$ Uniform(1..3);
  return if truth then x else (x + step) mod 4;
}

claim four : Four satisfies dp(ln(3*p/(1 - p))) when any;

claim as_for_two : Four satisfies dp(ln(2*p/(1 - p))) when x{1} != x{2} && p > 1/3 expect refuted;

claim with_delta : Four satisfies dp(0, (4*p - 1)/3) when any;
