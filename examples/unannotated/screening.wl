// A screening in two calls: how many are ill, and only if that looks like an outbreak, how many of
// those over the age limit are. The first claim is for the caller to build on.
// True: a call costs its eps if one person changes; the second one is made or not by the noisy
// answer of the first, and the budget is that of both.
program NoisyCount(d : private list[bool], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps);
  return count(d, true) + z;
}

program Screening(people : private list[(bool, int)], age : int, outbreak : int, eps : real) : (
  int,
  int
)
  requires eps > 0;
{
  ill := [];
  old := [];
  for i in 0 .. size(people) {
    ill := ill ++ [people[i].0];
    old := old ++ [people[i].0 && people[i].1 > age];
  }
  first :=$ NoisyCount(ill, eps/3);
  second := 0;
  if (first >= outbreak) { second :=$ NoisyCount(old, 2*eps/3); }
  return (first, second);
}

claim one_count : NoisyCount satisfies dp(eps) when one_differs(d);

claim private : Screening satisfies dp(eps) when one_differs(people);
