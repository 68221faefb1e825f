// The largest noisy count itself, shown rounded into -1..2.
program WinningScore(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  top := -1;
  for i in 0 .. size(q) {
    y :=$ Clamp(DiscreteLaplace(2/eps, q[i]), -1, 2);
    top := max(top, y);
  }
  return top;
}

claim promised : WinningScore satisfies dp(eps) when all_within(q, 1)
  check size(q) = 3, q[_] in 0..1, eps = 1
  expect refuted;

// Two lists of counts; every count may differ by 1. It is measured at eps = 1.
answer first = [0, 0, 0];
answer second = [1, 1, 1];

// The event, a formula about `res`.
// The largest is small only if all are, and for each of them that is exp(1/2) times as likely in run 1.
answer event = res <= 0;

// ln(P1/P2) of such an event, for lists of ten counts.
answer ten = 5;
