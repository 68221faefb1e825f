// A count with noise, except that zero stays zero.
program Patients(c : private int) : int
  requires c >= 0;
{
  if (c > 0) { z :=$ DiscreteLaplace(1/ln(2)); shown := c + z; } else { shown := 0; }
  return shown;
}

claim promised : Patients satisfies dp(ln(2)) when within(c, 1) expect refuted;

// Two counts, at most 1 apart.
answer first = ?;
answer second = ?;

// The event, a formula about `res`: too likely on the first count, compared with the second.
answer event = ?;

// The probability, for a count of 1, of an output that a count of 0 never has.
answer chance = ?;
