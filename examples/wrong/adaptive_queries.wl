// False neighbours of interactive_svt.wl, propose_test_release.wl, sample_and_aggregate.wl, mwem.wl and binary_counter.wl in
// examples/peers. Each attack names the functions with which it succeeds.

// The next question is chosen by the data, and not by the answers: what is asked differs between the runs.
program AsksTheData(d : private int, f : (int, int) -> int, ask : int -> int) : int {
  z :=$ DiscreteLaplace(1);
  return f((d, ask(d))) + z;
}

claim asks : AsksTheData satisfies dp(1)
  when within(d, 1) && (forall v : int. |f((d{1}, v)) - f((d{2}, v))| <= 1)
  expect refuted;

// Sparse vector that never stops: after three answers more than eps is spent.
program NeverStops(
  d : private int,
  f : (int, int) -> int,
  ask : list[bool] -> int,
  n : int
) : list[bool]
  requires 1 <= n && n <= 3;
{
  out := [];
  rho :=$ DiscreteLaplace(1);
  for i in 0 .. n {
    z :=$ DiscreteLaplace(2);
    out := out ++ [f((d, ask(out))) + z >= rho];
  }
  return out;
}

claim stops : NeverStops satisfies dp(1) when forall v : int. |f((d{1}, v)) - f((d{2}, v))| <= 1
  expect refuted;

// How far it is to instability is tested without noise: that it is tested shows where it is.
program TestsTheDistance(
  d : private int,
  f : int -> int,
  far : int -> int,
  B : int,
  delta : real
) : (bool, int)
  requires B > 0;
  requires 0 < delta && delta < 1/2;
{
  stable := false;
  out := 0;
  if (far(d) > 0) {
    z :=$ DiscreteLaplace(B);
    stable := true;
    out := f(d) + z;
  }
  return (stable, out);
}

claim tests : TestsTheDistance satisfies dp(2, delta)
  when |far(d{1}) - far(d{2})| <= 1
    && (far(d{1}) > 0 ==> |f(d{1}) - f(d{2})| <= B)
    && (far(d{2}) > 0 ==> |f(d{1}) - f(d{2})| <= B)
  expect refuted;

// Blocks that overlap: a record in two of them moves the mean twice.
program Overlapping(d : private list[int], f : list[int] -> int) : real
  requires size(d) = 2;
{
  total := 0;
  for j in 0 .. 2 {
    block := [];
    for i in 0 .. 2 {
      block := block ++ [d[(i + j) mod 2]];
    }
    total := total + max(0, min(1, f(block)));
  }
  z :=$ DiscreteLaplace(1);
  return (total + z)/2;
}

claim overlap : Overlapping satisfies dp(1) when one_differs(d) expect refuted;

// To choose a query and to measure it costs eps together, and not the half of it.
program ChoosesForNothing(d : private list[int], f : (list[int], int) -> int, m : int) : (int, int)
  requires 1 <= m && m <= 2;
{
  scores := [];
  for j in 0 .. m {
    scores := scores ++ [f((d, j))];
  }
  q :=$ ExpMech(1/2, scores);
  z :=$ DiscreteLaplace(2);
  return (q, f((d, q)) + z);
}

claim chooses : ChoosesForNothing satisfies dp(1/2)
  when forall v : int. |f((d{1}, v)) - f((d{2}, v))| <= 1
  expect refuted;

// The noise of the counter is for one level, and there are two: a number is in two sums.
program OneLevel(x : private list[int]) : (list[int], list[int])
  requires size(x) = 2;
{
  leaves := [];
  nodes := [];
  open := 0;
  for t in 0 .. 2 {
    z :=$ DiscreteLaplace(1);
    leaves := leaves ++ [x[t] + z];
    open := open + x[t];
    if ((t + 1) mod 2 = 0) {
      y :=$ DiscreteLaplace(1);
      nodes := nodes ++ [open + y];
      open := 0;
    }
  }
  return (leaves, nodes);
}

claim level : OneLevel satisfies dp(1) when one_differs(x, 1) expect refuted;
