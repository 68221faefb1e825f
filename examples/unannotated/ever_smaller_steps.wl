// Questions one after the other, as many as anybody likes, on one budget. In the first program each gets half of what
// the one before had; in the second the answers decide whether the next gets half or a third of what is left.
// True: what is left never runs out, and all that was paid is what is gone.
program Halved(x : private real, n : int, eps : real) : list[real]
  requires eps > 0;
{
  e := eps/2;
  out := [];
  for t in 0 .. n {
    z :=$ Laplace(1/e);
    out := out ++ [x + z];
    e := e/2;
  }
  return out;
}

program Rationed(d : private list[real], n : int, f : (list[real], real) -> real, eps : real) : real
  requires eps > 0;
{
  left := eps;
  seen := 0;
  for i in 0 .. n {
    e := if seen > 0 then left/2 else left/3;
    z :=$ Laplace(1/e);
    seen := f((d, seen)) + z;
    left := left - e;
  }
  return seen;
}

claim halved : Halved satisfies dp(eps) when within(x, 1);

// the half that is put by is not enough for all
claim half : Halved satisfies dp(eps/2) when within(x, 1) expect refuted;

claim rationed : Rationed satisfies dp(eps)
  when forall v : real. |f((d{1}, v)) - f((d{2}, v))| <= 1;
