// Randomized response with coins of bias p, CMU 15-316 lecture 18, section 2.1.
// The two true answers have different masses: "yes" keeps 2p - p^2 (against p - p^2 when it is a
// lie), "no" keeps p + (1-p)^2 (against (1-p)^2). The ratios are (2-p)/(1-p) and
// (1-p+p^2)/(1-p)^2; the first is the larger up to p = 1/2, the second from there on.
program RandResp(x : private bool, p : real) : bool
  requires 0 < p;
  requires p < 1;
{
  b :=$ Flip(p);
  if (b) { o := x; } else { o :=$ Flip(p); }
  return o;
}

// True, and tight at each p. No coupling of one coin at a time reaches it; p is open, and the channel
// decides for all of its values at once. For any number of people see examples/open/surveys.wl.
claim two_masses : RandResp satisfies dp(
  if p <= 1/2 then ln((2 - p)/(1 - p)) else ln((1 - p + p^2)/(1 - p)^2)
) when any
  check p in {1/8, 1/4, 1/2, 3/4, 7/8};

// The first ratio alone is not enough above 1/2: at 3/4 it says ln(5), and the truth is ln(13).
claim yes_mass_only : RandResp satisfies dp(ln((2 - p)/(1 - p))) when any
  check p = 3/4
  expect refuted;

// the same coins with p = a/8, both tosses taken as one step
program RandRespEighths(x : private bool, a : int) : bool
  requires 1 <= a;
  requires a <= 7;
{
  joint {
    b :=$ Flip(a/8);
    if (b) { o := x; } else { o :=$ Flip(a/8); }
  } couple o{2} = o{1}
    cost (if a <= 4 then ln((16 - a)/(8 - a)) else ln((64 - 8*a + a^2)/(8 - a)^2));
  return o;
}

claim eighths : RandRespEighths satisfies dp(
  if a <= 4 then ln((16 - a)/(8 - a)) else ln((64 - 8*a + a^2)/(8 - a)^2)
) when any
  check a in 1..7;

// both tosses merged by hand into one coin, which is coupled to itself: for all p
program OneCoin(x : private bool, p : real) : bool
  requires 0 < p;
  requires p < 1;
{
  o :=$ Flip(if x then 2*p - p^2 else p - p^2) couple o{2} = o{1};
  return o;
}

claim one_coin : OneCoin satisfies dp(
  if p <= 1/2 then ln((2 - p)/(1 - p)) else ln((1 - p + p^2)/(1 - p)^2)
) when any
  check p in {1/4, 1/2, 3/4};
