// Parallel composition over any number of parts, McSherry, SIGMOD 2009, and CMU 15-316 lecture 18,
// theorem 7: a query is called for each part of a table, and one row changes in one of the parts.
// The calls on the other parts have equal arguments and cost nothing. Neighbouring windows of the
// same rows overlap: a row is in two of them, the sum of both budgets is spent, and eps is false.
program PartSum(d : private list[int], eps : real) : int
  requires eps > 0;
{
  s := sum(d);
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim one_part : PartSum satisfies dp(eps) when one_differs(d, 1);

program AllParts(t : private list[list[int]], eps : real) : list[int]
  requires eps > 0;
{
  r := [];
  for i in 0 .. size(t)
    invariant ={r} && cost <= (if i{1} > k then eps else 0);
  {
    y :=$ PartSum(t[i], eps) couple by one_part;
    r := r ++ [y];
  }
  return r;
}

claim disjoint : AllParts satisfies dp(eps)
  when exists k.
    size(t{1}) = size(t{2})
      && 0 <= k
      && k < size(t{1})
      && (forall j. 0 <= j < size(t{1}) && j != k ==> t{1}[j] = t{2}[j])
      && size(t{1}[k]) = size(t{2}[k])
      && (exists l.
          |t{1}[k][l] - t{2}[k][l]| <= 1
            && (forall j. 0 <= j < size(t{1}[k]) && j != l ==> t{1}[k][j] = t{2}[k][j]));

program Windows(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
  requires size(d) = 3;
{
  a :=$ PartSum([d[0], d[1]], eps) couple by one_part;
  b :=$ PartSum([d[1], d[2]], eps) couple by one_part;
  return (a, b);
}

claim overlapping : Windows satisfies dp(2*eps) when one_differs(d, 1) at k;

claim as_if_disjoint : Windows satisfies dp(eps) when one_differs(d, 1)
  check d in {[0, 0, 0], [0, 1, 0]}, eps = ln(2)
  expect refuted;
