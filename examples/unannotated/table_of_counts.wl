// How many records have which pair of values: a table of counts, each with noise.
// True: one record for another changes two counts by one each, and one record more or less changes one.
program Table(d : private list[(int, int)], rows : int, columns : int, eps : real) : list[list[int]]
  requires eps > 0;
{
  out := [];
  for i in 0 .. rows {
    row := [];
    for j in 0 .. columns {
      n := count(r in d if r.0 = i && r.1 = j);
      z :=$ DiscreteLaplace(2/eps);
      row := row ++ [n + z];
    }
    out := out ++ [row];
  }
  return out;
}

claim private : Table satisfies dp(eps) when one_differs(d);
