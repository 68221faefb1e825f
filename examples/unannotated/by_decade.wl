// How many are in their twenties, their thirties, and so on; and what each of m districts spent, where everybody lives in
// one of them, as is known to all.
// True: a person is in one decade, and in one district, whichever these are.
program Decades(age : private list[int], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  for t in 0 .. 12 {
    z :=$ Laplace(1/eps);
    out := out ++ [count(a in age if a div 10 = t) + z];
  }
  return out;
}

program Districts(
  spent : private list[real],
  district : list[int],
  m : int,
  B : real,
  eps : real
) : list[real]
  requires eps > 0 && B > 0;
  requires size(district) = size(spent);
{
  out := [];
  for g in 0 .. m {
    s := 0;
    for i in 0 .. size(spent) {
      if (district[i] = g) { s := s + max(0, min(B, spent[i])); }
    }
    z :=$ Laplace(B/eps);
    out := out ++ [s + z];
  }
  return out;
}

claim decades : Decades satisfies dp(eps) when add_remove(age);
claim districts : Districts satisfies dp(eps) when one_differs(spent);
claim half : Districts satisfies dp(eps/2) when one_differs(spent) expect refuted;
