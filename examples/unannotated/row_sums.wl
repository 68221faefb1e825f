// The row sums of a matrix that is stored as one long list, row after row, each with Laplace noise.
// True: an entry lies in one row, whose sum moves by at most 1: eps, however many rows there are.
program RowSums(cells : private list[real], rows : int, columns : int, eps : real) : list[real]
  requires eps > 0;
  requires rows >= 0 && columns >= 0;
  requires size(cells) = rows*columns;
{
  sums := [];
  for r in 0 .. rows {
    s := 0;
    for c in 0 .. columns {
      s := s + cells[r*columns + c];
    }
    z :=$ Laplace(1/eps);
    sums := sums ++ [s + z];
  }
  return sums;
}

claim private : RowSums satisfies dp(eps) when one_differs(cells, 1);
