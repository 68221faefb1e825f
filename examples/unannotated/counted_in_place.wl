// A histogram that is counted in a list, record by record, and of which is shown which bins are noisily above T.
// True: one record for another moves two bins by one each, one more or less moves one; values outside are left out.
program Flags(d : private list[int], m : int, T : real, eps : real) : list[bool]
  requires eps > 0;
{
  bins := [];
  for j in 0 .. m {
    bins := bins ++ [0];
  }
  for i in 0 .. size(d) {
    if (0 <= d[i] && d[i] < m) { bins[d[i]] := bins[d[i]] + 1; }
  }
  out := [];
  for j in 0 .. m {
    z :=$ Laplace(2/eps);
    out := out ++ [bins[j] + z > T];
  }
  return out;
}

claim replaced : Flags satisfies dp(eps) when one_differs(d);

claim joined : Flags satisfies dp(eps/2) when add_remove(d);
