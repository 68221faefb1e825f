// One of four answers: the true one with probability p, else one of the three others.
program Four(x : private int, p : real) : int
  requires 0 <= x && x <= 3;
  requires 0 < p && p < 1;
{
  truth :=$ Flip(p);
  step :=$ Uniform(1..3);
  return if truth then x else (x + step) mod 4;
}

// somebody's formula, which is right for some p only
claim promised : Four satisfies dp(max(0, ln(3*p/(1 - p)))) when any expect refuted;

// A probability p for which it is wrong, and the event, a formula about `res`.
// Run 1 has x = 0, run 2 has x = 1.
answer at = 1/10;
answer event = res = 0;

// The smallest epsilon, in terms of p, for every p.
answer epsilon = max(ln(3*p/(1 - p)), ln((1 - p)/(3*p)));

claim mended : Four satisfies dp(epsilon) when any;

// a tenth less is not enough
claim no_less_at_a_tenth : Four satisfies dp(9/10*epsilon) when p = 1/10 expect refuted;

claim no_less_at_a_half : Four satisfies dp(9/10*epsilon) when p = 1/2 expect refuted;
