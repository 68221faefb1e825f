// R31: what the inner loop starts from is what the list was in the outer round, not what the round before left.
// truth: Short returns one element after its inner loop, not three, and there is no a[2].
// owed: index-out-of-range
program Short() : list[int] {
  x := [];
  for i in 0 .. 1 {
    y := x;
    for j in 0 .. 3 {
      x := y ++ [j];
    }
  }
  return x;
}

program Third() : bool {
  a :=$ Short() couple none;
  b := a[2];
  return true;
}

claim same : Third satisfies noninterference when any expect unknown;
