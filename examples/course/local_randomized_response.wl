// Local randomized response, Privacy Engineering week 4: answer truthfully with probability
// p > 1/2, otherwise lie. The exercise of the slides: epsilon is ln(p/(1-p)).
// Where the two secrets differ, one run tells the truth exactly when the other one lies.
program Respond(cheated : private bool, p : real) : bool
  requires 1/2 < p;
  requires p < 1;
{
  tails :=$ Flip(p) couple tails{2} = tails{1} xor cheated{1} xor cheated{2};
  if (tails) { answer := cheated; } else { answer := !cheated; }
  return answer;
}

claim log_odds : Respond satisfies dp(ln(p/(1 - p))) when any check p in {3/5, 3/4, 9/10};
