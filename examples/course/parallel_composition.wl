// Parallel composition, BU CS 599 and CMU 15-316 lecture 18, theorem 7: the data are cut at a
// public position m, and each part is asked one query with a budget of its own.
// A changed record lies in one of the parts, so the larger budget is the price of both answers.
program TwoParts(d : private list[real], m : int, eps1 : real, eps2 : real) : (real, real)
  requires eps1 > 0;
  requires eps2 > 0;
  requires 0 <= m;
  requires m <= size(d);
{
  s := 0;
  for i in 0 .. m
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
  }
  z :=$ Laplace(1/eps1) couple z{2} = z{1} + s{1} - s{2} cost (if k < m then eps1 else 0);
  a := s + z;
  t := 0;
  for j in m .. size(d)
    invariant t{1} - t{2} = (if m <= k && k < j{1} then d{1}[k] - d{2}[k] else 0);
  {
    t := t + d[j];
  }
  w :=$ Laplace(1/eps2) couple w{2} = w{1} + t{1} - t{2} cost (if k < m then 0 else eps2);
  return (a, t + w);
}

claim larger_budget : TwoParts satisfies dp(if eps1 <= eps2 then eps2 else eps1)
  when one_differs(d, 1) at k;

program TwoPartsOnGrid(d : private list[int], m : int, eps1 : real, eps2 : real) : (int, int)
  requires eps1 > 0;
  requires eps2 > 0;
  requires 0 <= m;
  requires m <= size(d);
{
  s := 0;
  for i in 0 .. m
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
  }
  a :=$ Clamp(DiscreteLaplace(1/eps1, s), 0, 2) couple a{2} = a{1} cost (if k < m then eps1 else 0);
  t := 0;
  for j in m .. size(d)
    invariant t{1} - t{2} = (if m <= k && k < j{1} then d{1}[k] - d{2}[k] else 0);
  {
    t := t + d[j];
  }
  b :=$ Clamp(DiscreteLaplace(1/eps2, t), 0, 2) couple b{2} = b{1} cost (if k < m then 0 else eps2);
  return (a, b);
}

claim larger_budget_on_grid : TwoPartsOnGrid satisfies dp(if eps1 <= eps2 then eps2 else eps1)
  when one_differs(d, 1) at k
  check m in 1..2, size(d) = 3, d[_] in 0..1, eps1 = ln(2), eps2 = ln(3)
  check m = 2, size(d) = 4, d[_] in 0..1, eps1 = ln(5), eps2 = ln(2);

claim smaller_budget_on_grid : TwoPartsOnGrid satisfies dp(if eps1 <= eps2 then eps1 else eps2)
  when one_differs(d, 1) at k
  check m = 1, size(d) = 2, d[_] in 0..1, eps1 = ln(2), eps2 = ln(3)
  expect refuted;
