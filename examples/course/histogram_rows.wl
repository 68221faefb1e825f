// Histograms, Privacy Engineering week 4, counted from the rows: which of m editors each user has.
// A row is the number of an editor, or -1 for a user who is not there, so that one user coming or
// going keeps the rows in place. Coming or going moves one bucket: eps. Replacing a user by
// another one, as in CMU 15-316 and BU CS 599, moves two: 2*eps, and eps is false.
program Editors(d : private list[int], m : int, eps : real) : list[real]
  requires eps > 0;
  requires m >= 0;
{
  r := [];
  for v in 0 .. m
    invariant ={r};
    invariant cost
      <= (if 0 <= d{1}[k] && d{1}[k] < v{1} then eps else 0)
        + (if 0 <= d{2}[k] && d{2}[k] < v{1} then eps else 0);
  {
    c := 0;
    for i in 0 .. size(d)
      invariant c{1} - c{2}
        = (if i{1} > k
            then (if d{1}[k] = v{1} then 1 else 0) - (if d{2}[k] = v{1} then 1 else 0)
            else 0);
    {
      c := c + (if d[i] = v then 1 else 0);
    }
    z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
    r := r ++ [c + z];
  }
  return r;
}

claim comes_or_goes : Editors satisfies dp(eps)
  when exists k.
    size(d{1}) = size(d{2})
      && 0 <= k
      && k < size(d{1})
      && (d{1}[k] = -1 || d{2}[k] = -1)
      && (forall j. 0 <= j < size(d{1}) && j != k ==> d{1}[j] = d{2}[j]);

claim is_replaced : Editors satisfies dp(2*eps) when one_differs(d) at k;

program EditorsOnGrid(d : private list[int], m : int, eps : real) : list[int]
  requires eps > 0;
  requires m >= 0;
{
  r := [];
  for v in 0 .. m
    invariant ={r};
    invariant cost
      <= (if 0 <= d{1}[k] && d{1}[k] < v{1} then eps else 0)
        + (if 0 <= d{2}[k] && d{2}[k] < v{1} then eps else 0);
  {
    c := 0;
    for i in 0 .. size(d)
      invariant c{1} - c{2}
        = (if i{1} > k
            then (if d{1}[k] = v{1} then 1 else 0) - (if d{2}[k] = v{1} then 1 else 0)
            else 0);
    {
      c := c + (if d[i] = v then 1 else 0);
    }
    y :=$ Clamp(DiscreteLaplace(1/eps, c), 0, 2) couple y{2} = y{1};
    r := r ++ [y];
  }
  return r;
}

claim comes_or_goes_on_grid : EditorsOnGrid satisfies dp(eps)
  when exists k.
    size(d{1}) = size(d{2})
      && 0 <= k
      && k < size(d{1})
      && (d{1}[k] = -1 || d{2}[k] = -1)
      && (forall j. 0 <= j < size(d{1}) && j != k ==> d{1}[j] = d{2}[j])
  check m = 2, size(d) in 1..2, d[_] in -1 .. 1, eps = ln(2);

claim is_replaced_on_grid : EditorsOnGrid satisfies dp(2*eps) when one_differs(d) at k
  check m = 2, size(d) in 1..2, d[_] in -1 .. 1, eps = ln(2);

claim replaced_at_eps : EditorsOnGrid satisfies dp(eps) when one_differs(d) at k
  check m = 2, size(d) = 1, d[_] in -1 .. 1, eps = ln(2)
  expect refuted;
