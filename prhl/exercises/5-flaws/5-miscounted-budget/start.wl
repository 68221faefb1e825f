// The same count, asked for twice, with fresh noise each time.
program AskTwice(c : private int) : (int, int) {
  y :=$ DiscreteLaplace(1/ln(2));
  z :=$ DiscreteLaplace(1/ln(2));
  return (c + y, c + z);
}

claim promised : AskTwice satisfies dp(ln(2)) when within(c, 1) expect refuted;

// Two counts, at most 1 apart.
answer first = ?;
answer second = ?;

// The event, a formula about `res.0` and `res.1`.
answer event = ?;

// The smallest epsilon that is true of the two answers together.
answer epsilon = ?;
