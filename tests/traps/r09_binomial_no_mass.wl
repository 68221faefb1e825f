// R9, T9: a binomial number is conditioned on showing heads at least once, and the coin may never show any.
// truth: at p = 0 the range has no mass, and every run ends in an error; nothing may follow from that.
// owed: empty-set
program Heads(x : private bool, n : int, p : real) : int
  requires 0 <= p && p <= 1 && n > 0;
{
  z :=$ Truncate(Binomial(n, p), 1, n) couple z{2} = z{1};
  assert p > 0;
  return z;
}

claim same : Heads satisfies dp(0) when any expect unknown;
