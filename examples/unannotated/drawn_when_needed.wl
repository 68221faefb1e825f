// Noise that is drawn in the round in which it is first needed. What holds between the runs depends on whether that round
// has been: the branch that draws it asks a flag or a counter, and so does what is known at the head.
// All true. A threshold that is drawn anew after every hit:
program LazyThreshold(q : private list[real], thr : real, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  out := [];
  c := 0;
  i := 0;
  rho := 0;
  fresh := true;
  while (i < size(q) && c < N) {
    if (fresh) { rho :=$ Laplace(2*N/eps); fresh := false; }
    nu :=$ Laplace(4*N/eps);
    if (q[i] + nu >= thr + rho) {
      out := out ++ [true];
      c := c + 1;
      fresh := true;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim lazy : LazyThreshold satisfies dp(eps) when all_within(q, 1);

// A number that is shown again until it has to be renewed, N times at most:
program Refreshed(x : private real, renew : list[bool], N : int, eps : real) : list[real]
  requires eps > 0;
  requires N >= 1;
{
  kept := x;
  stale := true;
  r := 0;
  out := [];
  for i in 0 .. size(renew) {
    if (stale && r < N) {
      z :=$ Laplace(N/eps);
      kept := x + z;
      stale := false;
      r := r + 1;
    }
    if (!stale) { out := out ++ [kept]; }
    if (renew[i]) { stale := true; }
  }
  return out;
}

claim refreshed : Refreshed satisfies dp(eps) when within(x, 1);

// A sum of the first m entries, which is then shown with noise and grows no more:
program WarmUp(q : private list[real], m : int, eps : real) : list[real]
  requires eps > 0;
{
  s := 0;
  out := [];
  for i in 0 .. size(q) {
    if (i < m) {
      s := s + q[i];
    } else {
      if (i = m) { z :=$ Laplace(1/eps); s := s + z; }
      out := out ++ [s];
    }
  }
  return out;
}

claim warm : WarmUp satisfies dp(eps) when one_differs(q, 1);
