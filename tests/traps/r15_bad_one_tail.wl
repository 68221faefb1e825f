// R15: of two tails only one is paid for.
// truth: res tells x wherever |z| >= 3, which has probability 1/6: 2*(1/8)/(3/2).
// owed: price
program Tails(x : private bool) : int {
  z :=$ DiscreteLaplace(1/ln(2)) couple z{2} = z{1} cost 0 except |z{1}| >= 3 slack 1/12;
  return if |z| >= 3 then if x then 1 else 0 else 2;
}

claim small : Tails satisfies dp(0, 1/12) when any check expect refuted;
