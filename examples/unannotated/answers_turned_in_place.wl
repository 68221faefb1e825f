// Randomized response of many people, in the list itself: the answer of each is turned over with probability 1 - p.
// True: one answer differs, and it costs ln(p/(1 - p)).
program Turned(v : private list[bool], p : real) : list[bool]
  requires 1/2 < p && p < 1;
{
  out := v;
  for i in 0 .. size(v) {
    b :=$ Flip(p);
    if (!b) { out[i] := !v[i]; }
  }
  return out;
}

claim private : Turned satisfies dp(ln(p/(1 - p))) when one_differs(v);
