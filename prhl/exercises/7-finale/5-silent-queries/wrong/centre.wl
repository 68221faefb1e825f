// Sparse vector without noise on the readings.
program Silent(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ DiscreteLaplace(2/eps);
  out := [];
  for i in 0 .. size(q) {
    out := out ++ [q[i] >= T + rho];
  }
  return out;
}

claim promised : Silent satisfies dp(eps) when all_within(q, 1) expect refuted;

// Two lists of readings. They are measured at T = 0 and eps = 2*ln(2).
answer first = [0, 1];
answer second = [1, 0];

// The event, a formula about the list `res`.
answer event = res = [false, true];

// The probability that a reading of 0 misses and a reading of 1 hits.
answer chance = 1/3;
