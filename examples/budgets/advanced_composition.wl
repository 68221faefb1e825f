// Advanced composition (Dwork, Rothblum and Vadhan, 2010): k answers at eps each cost about sqrt(k)
// times eps, and not k times, at the price of a small delta. There `cost` counts the calls.
program Answer(q : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

claim one : Answer satisfies dp(eps) when within(q, 1);

program Answers(q : private list[real], k : int, eps : real, d : real) : list[real]
  requires eps > 0;
  requires 0 < d < 1;
  requires size(q) = k;
{
  out := [];
  L: for i in 0 .. k
    invariant ={out} && cost = i{1};
  {
    a :=$ Answer(q[i], eps) couple by one;
    out := out ++ [a];
  }
  return out;
}

// For every number of answers, every eps and every failure probability.
claim advanced : Answers satisfies dp(eps*sqrt(2*k*ln(1/d)) + k*eps*(exp(eps) - 1), d)
  when all_within(q, 1)
  composed advanced(k, d);

// In sequence: k times eps, and no delta.
claim in_sequence : Answers satisfies dp(k*eps) when all_within(q, 1)
  proof {
    L: invariant ={out} && cost <= i{1}*eps;
  };

// Ten answers at 1/10: 0.784 at a delta of 1/10, against 1 in sequence. The smaller the delta, the
// more answers it takes until the theorem pays.
program TenAnswers(q : private list[int]) : list[int]
  requires size(q) = 10;
{
  out := [];
  for i in 0 .. 10
    invariant ={out} && cost = i{1};
  {
    a :=$ Counted(q[i]) couple by tenth;
    out := out ++ [a];
  }
  return out;
}

program Counted(q : private int) : int {
  z :=$ DiscreteLaplace(10) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

claim tenth : Counted satisfies dp(1/10) when within(q, 1);

claim ten : TenAnswers satisfies dp(0.784, 1/10) when all_within(q, 1) composed advanced(10, 1/10);

// k answers at 1/10 each are not 1/10, for no k above 1.
program TwoAnswers(q : private int) : (int, int) {
  a :=$ Counted(q) couple by tenth;
  b :=$ Counted(q) couple by tenth;
  return (a, b);
}

claim two : TwoAnswers satisfies dp(2/10) when within(q, 1);

claim once : TwoAnswers satisfies dp(1/10) when within(q, 1) check q in {0, 1} expect refuted;

// A hundred answers at 1/10, and a delta of one in a million: 6.31 instead of 10.
program Hundred(q : private list[int]) : list[int]
  requires size(q) = 100;
{
  out := [];
  for i in 0 .. 100
    invariant ={out} && cost = i{1};
  {
    a :=$ Counted(q[i]) couple by tenth;
    out := out ++ [a];
  }
  return out;
}

claim hundred : Hundred satisfies dp(6.31, 1e-6) when all_within(q, 1) composed advanced(100, 1e-6);

claim too_little : Hundred satisfies dp(6.3, 1e-6) when all_within(q, 1)
  composed advanced(100, 1e-6)
  expect unknown;

// Questions that are chosen by the answers before, until one of them is above 10, at most k of them.
program Adaptive(d : private list[real], k : int, eps : real, f : real) : real
  requires eps > 0;
  requires 0 < f < 1;
  requires size(d) >= 1;
  requires k >= 0;
{
  i := 0;
  at := 0;
  a := 0;
  while (i < k && a <= 10)
    invariant ={i, at, a}
      && 0 <= i{1}
      && i{1} <= k
      && cost = i{1}
      && 0 <= at{1}
      && at{1} < size(d{1});
    decreases k - i;
  {
    a :=$ Answer(d[at], eps) couple by one;
    at := if a > 0 && at + 1 < size(d) then at + 1 else 0;
    i := i + 1;
  }
  return a;
}

claim adaptive : Adaptive satisfies dp(eps*sqrt(2*k*ln(1/f)) + k*eps*(exp(eps) - 1), f)
  when all_within(d, 1)
  composed advanced(k, f);
