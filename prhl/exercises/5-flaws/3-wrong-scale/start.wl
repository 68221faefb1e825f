// Visits to a library. One person moves the total by up to 3.
program Visits(total : private int) : int {
  z :=$ DiscreteLaplace(2);
  return total + z;
}

claim promised : Visits satisfies dp(1/2) when within(total, 3) expect refuted;

// Two totals that the claim relates, for run 1 and run 2.
answer first = ?;
answer second = ?;

// The event, a formula about `res`.
answer event = ?;

// The smallest scale that keeps the promise.
answer scale = ?;

program Mended(total : private int) : int {
  z :=$ DiscreteLaplace(scale) couple z{2} = z{1} + total{1} - total{2};
  return total + z;
}

claim mended : Mended satisfies dp(1/2) when within(total, 3);
