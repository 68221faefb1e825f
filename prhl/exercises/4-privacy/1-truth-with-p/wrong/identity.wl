// Have you cheated? The truth with probability p, else a lie.
program Respond(cheated : private bool, p : real) : bool
  requires 1/2 < p && p < 1;
{
  // Which coin of run 2 goes with truth{1}, so that both runs report the same?
  truth :=$ Flip(p) couple truth{2} = truth{1};
  return if truth then cheated else !cheated;
}

// The smallest budget, in terms of p.
answer budget = ln(p/(1 - p));

claim private : Respond satisfies dp(budget) when any;

// a tenth less is not enough, even where p is not large
claim no_less : Respond satisfies dp(9/10*budget) when p <= 3/4
  check p in {3/5, 3/4}
  expect refuted;
