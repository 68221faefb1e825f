// A list in a random order. The same order in both runs, by the identity, gives equal results from equal lists; and of a
// list without the order of its entries nothing is told by where an entry comes to stand.
program Shuffle(d : list[int], n : int) : list[int]
  requires size(d) = n;
{
  order :=$ Permutation(n) couple order{2} = order{1};
  out := [];
  for i in 0 .. n
    invariant ={order, out} && size(order{1}) = n{1};
    invariant forall j. 0 <= j && j < n{1} ==> 0 <= order{1}[j] && order{1}[j] < n{1};
  {
    out := out ++ [d[order[i]]];
  }
  return out;
}

claim same : Shuffle ~ Shuffle : ={d, n} ==> ={res};

program First(x : private bool) : int {
  d := if x then [1, 2, 3] else [3, 1, 2];
  order :=$ Permutation(3);
  return d[order[0]];
}

claim hidden : First satisfies noninterference when any check;
