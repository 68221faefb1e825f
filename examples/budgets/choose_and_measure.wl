// Choose, then measure: the exponential mechanism (McSherry and Talwar, FOCS 2007) picks one of the
// counts for half of the budget, and the other half pays for a noisy answer about the pick. The
// second call is adaptive: what it asks is the answer of the first, equal in both runs. To show the
// count itself is no post-processing of the pick.
program Pick(u : private list[int], eps : real) : int
  requires eps > 0;
  requires size(u) >= 1;
{
  r :=$ ExpMech(eps, u) couple r{2} = r{1};
  return r;
}

claim pick : Pick satisfies dp(eps) when all_within(u, 1);

program Measure(u : private list[int], i : int, eps : real) : int
  requires eps > 0;
  requires 0 <= i && i < size(u);
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + u{1}[i{1}] - u{2}[i{1}];
  return u[i] + z;
}

claim measure : Measure satisfies dp(eps) when all_within(u, 1);

program PickThenMeasure(u : private list[int], eps : real) : (int, int)
  requires eps > 0;
  requires size(u) >= 1;
{
  r :=$ Pick(u, eps/2) couple by pick;
  if (0 <= r && r < size(u)) {
    y :=$ Measure(u, r, eps/2) couple by measure;
  } else {
    y := 0;
  }
  return (r, y);
}

claim both : PickThenMeasure satisfies dp(eps) when all_within(u, 1);

program PickAndShow(u : private list[int], eps : real) : (int, int)
  requires eps > 0;
  requires size(u) >= 1;
{
  r :=$ ExpMech(eps, u);
  return (r, u[r]);
}

claim shown : PickAndShow satisfies dp(eps) when all_within(u, 1)
  check u in {[0, 1], [1, 1]}, eps = 2*ln(2)
  expect refuted;
