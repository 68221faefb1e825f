// A table with one row for each patient, the costs of their visits: a patient who comes or goes takes
// a whole row along. What a row adds is clipped, so that the sum moves by at most 100, whatever the
// row is. After McSherry and Mironov, KDD 2009, where all ratings of a person are protected.
program Costs(d : private list[list[real]], eps : real) : real
  requires eps > 0;
{
  s := sum(max(0, min(100, sum(r))) for r in d);
  z :=$ Laplace(100/eps);
  return s + z;
}

claim costs : Costs satisfies dp(eps) when add_remove(d);

// how many have come three times or more
program Regulars(d : private list[list[real]], eps : real) : int
  requires eps > 0;
{
  n := count(r in d if size(r) >= 3);
  z :=$ DiscreteLaplace(1/eps);
  return n + z;
}

claim regulars : Regulars satisfies dp(eps) when add_remove(d);

// all visits of a patient, with noise for one of them
program AllVisits(d : private list[list[int]], eps : real) : int
  requires eps > 0;
{
  n := sum(size(r) for r in d);
  z :=$ DiscreteLaplace(1/eps);
  return n + z;
}

claim all_visits : AllVisits satisfies dp(eps) when add_remove(d) expect refuted;
