// Visits to a library. One person moves the total by up to 3.
program Visits(total : private int) : int {
  z :=$ DiscreteLaplace(2);
  return total + z;
}

claim promised : Visits satisfies dp(1/2) when within(total, 3) expect refuted;

// Two totals that the claim relates, for run 1 and run 2.
// As far apart as the claim allows: the loss is 3/2 then. One apart, it is just the 1/2 that was promised.
answer first = 3;
answer second = 0;

// The event, a formula about `res`.
answer event = res >= 3;

// The smallest scale that keeps the promise.
// The noise moves by 3 at most, and 3/6 is the epsilon.
answer scale = 6;

program Mended(total : private int) : int {
  z :=$ DiscreteLaplace(scale) couple z{2} = z{1} + total{1} - total{2};
  return total + z;
}

claim mended : Mended satisfies dp(1/2) when within(total, 3);
