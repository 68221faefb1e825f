// How many are at most each of some cuts: the distribution function, with one budget for all. Nothing says that there is a
// cut, or that m is not negative. True: m counts at eps/m each; where there is none, nothing is drawn.
program Distribution(d : private list[real], cuts : list[real], eps : real) : list[real]
  requires eps > 0;
{
  m := size(cuts);
  out := [];
  j := 0;
  while (j < m) {
    below := count(x in d if x <= cuts[j]);
    z :=$ Laplace(m/eps);
    out := out ++ [below + z];
    j := j + 1;
  }
  return out;
}

program AtWholeNumbers(d : private list[real], m : int, eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  j := 0;
  while (j < m) {
    below := count(x in d if x <= j);
    z :=$ Laplace(m/eps);
    out := out ++ [below + z];
    j := j + 1;
  }
  return out;
}

claim cuts : Distribution satisfies dp(eps) when one_differs(d);
claim numbers : AtWholeNumbers satisfies dp(eps) when one_differs(d);
