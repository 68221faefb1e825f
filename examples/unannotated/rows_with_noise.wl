// A table of which every cell is shown with noise; a record is a row of m cells, and its cells share eps.
// True: the m cells of one row are paid for, at eps/m each.
program Rows(
  a : private list[list[real]],
  n : int,
  m : int,
  b : real,
  eps : real
) : list[list[real]]
  requires eps > 0;
  requires b > 0;
  requires m >= 1;
  requires size(a) = n;
  requires forall i. 0 <= i && i < n ==> size(a[i]) = m;
{
  out := [];
  for i in 0 .. n {
    row := [];
    for j in 0 .. m {
      z :=$ Laplace(2*b*m/eps);
      row := row ++ [max(-b, min(b, a[i][j])) + z];
    }
    out := out ++ [row];
  }
  return out;
}

claim private : Rows satisfies dp(eps) when one_differs(a);

// True: all cells are paid for.
claim all_cells : Rows satisfies dp(n*eps) when size(a{1}) = size(a{2});
