// False neighbours of queries_of_lists.wl in examples/peers: what is done with each record is not bounded by what the
// noise is for, or is paid for once and shown twice.

// Not clipped from below.
program HalfClipped(d : private list[int], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps);
  return sum(min(x, 1) for x in d) + z;
}

claim half : HalfClipped satisfies dp(eps) when add_remove(d) expect refuted;

// Clipped to -1..1, a record that is replaced moves the sum by 2.
program Signed(d : private list[int], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps);
  return sum(max(-1, min(x, 1)) for x in d) + z;
}

claim signed : Signed satisfies dp(eps) when one_differs(d) expect refuted;

// One count, released twice.
program Twice(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps);
  z :=$ DiscreteLaplace(1/eps);
  return (count(x in d if x > 0) + y, count(x in d if x > 0) + z);
}

claim twice : Twice satisfies dp(eps) when add_remove(d) expect refuted;

// The threshold is private, too: it may move everyone.
program SecretThreshold(d : private list[int], t : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps);
  return count(x in d if x > t) + z;
}

claim threshold : SecretThreshold satisfies dp(eps) when one_differs(d) && within(t, 1)
  expect refuted;

// Bins that overlap.
program Overlapping(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps);
  z :=$ DiscreteLaplace(1/eps);
  return (count(x in d if x <= 0) + y, count(x in d if x >= 0) + z);
}

claim overlapping : Overlapping satisfies dp(eps) when add_remove(d) expect refuted;
