// An answer of everybody, which is shown as it is with a small probability, and else not at all.
// True: up to the event that the answer of the person who differs is shown. If all may differ, any of n may be.
program Leaky(d : private list[bool], n : int, p : real) : list[bool]
  requires 0 <= p && p <= 1;
  requires size(d) = n;
{
  out := [];
  for i in 0 .. n {
    bad :=$ Flip(p);
    if (bad) { out := out ++ [d[i]]; } else { out := out ++ [false]; }
  }
  return out;
}

claim one : Leaky satisfies dp(0, p) when one_differs(d);
claim all : Leaky satisfies dp(0, n*p) when any;
