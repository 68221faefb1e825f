// False neighbours of one_hot.wl, max_or_none.wl, max_then_measure.wl, either_end.wl, coins_keep.wl and from_the_last.wl
// in examples/unannotated: each lacks a little.

// Two bits differ, and ln(3) is the price of one.
program OneHot(x : private int, k : int) : list[bool]
  requires k >= 1;
{
  out := [];
  for j in 0 .. k {
    f :=$ Flip(1/4);
    out := out ++ [(x = j) xor f];
  }
  return out;
}

claim one_bit : OneHot satisfies dp(ln(3)) when any expect refuted;

// The bar has no noise: that none is above it says something of every score.
program BareBar(q : private list[int], bar : int, eps : real) : int
  requires eps > 0;
{
  best := -1;
  top := bar;
  for i in 0 .. size(q) {
    z :=$ DiscreteLaplace(2/eps);
    if (q[i] + z > top) { best := i; top := q[i] + z; }
  }
  return best;
}

claim bare : BareBar satisfies dp(eps) when all_within(q, 1) expect refuted;

// The measurement alone costs eps/2.
program MeasuredForNothing(q : private list[int], eps : real) : (int, int)
  requires eps > 0;
  requires size(q) >= 1;
{
  best := 0;
  z :=$ DiscreteLaplace(4/eps);
  top := q[0] + z;
  for i in 1 .. size(q) {
    z :=$ DiscreteLaplace(4/eps);
    if (q[i] + z > top) { best := i; top := q[i] + z; }
  }
  y :=$ DiscreteLaplace(2/eps);
  return (best, q[best] + y);
}

claim cheap : MeasuredForNothing satisfies dp(eps/3) when all_within(q, 1) expect refuted;

// From 1 to n, the mirror image of n is 0, which the other end never shows.
program OffByOne(s : private bool, n : int) : int
  requires n >= 1;
{
  x :=$ Uniform(1..n);
  if (s) { out := n - x; } else { out := x; }
  return out;
}

claim ends : OffByOne satisfies noninterference when any expect refuted;

// A record adds up to 2, and the noise is for 1.
program CoinsKeep(d : private list[int], p : real, eps : real) : int
  requires eps > 0;
  requires 0 < p <= 1;
{
  s := 0;
  for i in 0 .. size(d) {
    keep :=$ Flip(p);
    if (keep) { s := s + max(0, min(2, d[i])); }
  }
  z :=$ DiscreteLaplace(1/eps);
  return s + z;
}

claim twice : CoinsKeep satisfies dp(eps) when add_remove(d) expect refuted;

// The sum is not started anew, so that an entry is in all sums that follow.
program Backwards(d : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  out := [];
  s := 0;
  i := size(d);
  while (i > 0) {
    i := i - 1;
    s := s + d[i];
    z :=$ DiscreteLaplace(1/eps);
    out := out ++ [s + z];
  }
  return out;
}

claim kept : Backwards satisfies dp(eps) when one_differs(d, 1) expect refuted;

// Whether a candidate may win depends on its own score.
program BestPositive(score : private list[int], eps : real) : int
  requires eps > 0;
{
  best := -1;
  top := 0;
  for i in 0 .. size(score) {
    z :=$ DiscreteLaplace(2/eps);
    if (score[i] > 0 && (best = -1 || score[i] + z > top)) { best := i; top := score[i] + z; }
  }
  return best;
}

claim left_out : BestPositive satisfies dp(eps) when all_within(score, 1) expect refuted;

// Two answers differ in two bits.
program OneBitTurned(x : private int, m : int, f : real) : list[bool]
  requires 0 < f < 1/2;
{
  out := [];
  for i in 0 .. m {
    b :=$ Flip(f);
    if (i = x) { out := out ++ [!b]; } else { out := out ++ [b]; }
  }
  return out;
}

claim in_a_branch : OneBitTurned satisfies dp(ln((1 - f)/f)) when any expect refuted;

// It asks what was spent before the price is added, so that the last question may be paid for by nobody.
program Late(
  d : private list[bool],
  price : list[real],
  f : (list[bool], int) -> real,
  total : real
) : list[real]
  requires total > 0;
  requires forall j. 0 <= j < size(price) ==> price[j] > 0;
{
  spent := 0;
  out := [];
  for i in 0 .. size(price) {
    if (spent <= total) {
      z :=$ Laplace(1/price[i]);
      out := out ++ [f((d, i)) + z];
      spent := spent + price[i];
    }
  }
  return out;
}

claim late : Late satisfies dp(total) when forall i. |f((d{1}, i)) - f((d{2}, i))| <= 1
  expect refuted;

// What is W rounds old is taken away one round late, so that a number is in one sum more than there is budget for.
program LongWindow(d : private list[real], W : int, eps : real) : list[real]
  requires eps > 0;
  requires W >= 1;
{
  s := 0;
  out := [];
  for i in 0 .. size(d) {
    s := s + d[i];
    if (i > W) { s := s - d[i - W - 1]; }
    z :=$ Laplace(W/eps);
    out := out ++ [s + z];
  }
  return out;
}

claim one_round_more : LongWindow satisfies dp(eps) when one_differs(d, 1) expect refuted;
