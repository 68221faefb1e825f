// R15: more than eight visitors are excepted, for less than they have mass.
// truth: with x = true the answer is 1 with probability Pr[n > 8] = 1 - 2327/315*exp(-2) > 1/4500, else never.
// owed: price
program Visits(x : private bool) : int {
  n :=$ Poisson(2) couple n{2} = n{1} except n{1} > 8 slack 1/5000;
  return if x && n > 8 then 1 else 0;
}

claim rare : Visits satisfies dp(0, 1/5000) when any check expect refuted;
