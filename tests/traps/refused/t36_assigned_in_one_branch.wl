// T36: y has a value in one branch only. As "some value, the same in both runs" it would be harmless.
// truth: x = 0 leaves y without a value.
// refused: unassigned
program Maybe(x : private int) : int {
  if (x > 0) { y := 7; }
  return y;
}

claim private : Maybe satisfies noninterference when any expect unknown;
