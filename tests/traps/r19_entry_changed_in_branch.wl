// R19: a list is changed deep inside the loop, by an assignment to one of its entries.
// truth: n = 1, x = 0 against x = 1: Pr1[res = [0, 0]] = 1, Pr2[res = [0, 0]] = 0.
// owed: results-equal
program Store(x : private int, n : int) : list[int] {
  a := [0, 0];
  for i in 0 .. n
    invariant cost = 0 && size(a{1}) = 2 && size(a{2}) = 2;
  {
    if (i = 0) { a[1] := x; }
  }
  return a;
}

claim private : Store satisfies noninterference when any check x in 0..1, n = 1 expect refuted;
