// Histograms, Privacy Engineering week 4, over lists of different lengths: neighbours are made by
// taking one row out, and the counts are the built-in ones.
// The row at k of the longer list is the only difference, so the count of its editor moves by 1
// and no other count moves; the invariant charges eps once the loop is past that editor.
program Editors(d : private list[int], eps : real) : list[real]
  requires eps > 0;
{
  r := [];
  for v in 0 .. 5
    invariant ={r};
    invariant cost
      <= (if (if size(d{1}) > size(d{2}) then d{1}[k] else d{2}[k]) < v{1} then eps else 0);
  {
    c := count(d, v);
    z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
    r := r ++ [c + z];
  }
  return r;
}

claim one_row_out : Editors satisfies dp(eps) when add_remove(d) at k;

program EditorsOnGrid(d : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  r := [];
  for v in 0 .. 3
    invariant ={r};
    invariant cost
      <= (if (if size(d{1}) > size(d{2}) then d{1}[k] else d{2}[k]) < v{1} then eps else 0);
  {
    c := count(d, v);
    y :=$ Clamp(DiscreteLaplace(1/eps, c), 0, 2) couple y{2} = y{1};
    r := r ++ [y];
  }
  return r;
}

claim one_row_out_on_grid : EditorsOnGrid satisfies dp(eps) when add_remove(d) at k
  check d in {[], [0], [1], [2], [0, 1], [1, 0], [2, 2], [0, 2]}, eps = ln(2);
