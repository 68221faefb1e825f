// Of each record m answers, yes or no: how often each of m questions got a yes is counted in a list, and shown with noise.
// True: one record moves every count by one at most, and each costs eps/m.
program Columns(d : private list[list[bool]], m : int, eps : real) : list[real]
  requires eps > 0;
  requires m >= 1;
  requires forall i. 0 <= i && i < size(d) ==> size(d[i]) = m;
{
  yes := [];
  for j in 0 .. m {
    yes := yes ++ [0];
  }
  for i in 0 .. size(d) {
    for j in 0 .. m {
      if (d[i][j]) { yes[j] := yes[j] + 1; }
    }
  }
  out := [];
  for j in 0 .. m {
    z :=$ Laplace(m/eps);
    out := out ++ [yes[j] + z];
  }
  return out;
}

claim private : Columns satisfies dp(eps) when one_differs(d);
