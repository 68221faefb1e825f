// T9: an entry is written at position 0 of a list that may be empty; the read that follows gives back
// what was written, in a theory of arrays without ends.
// truth: d = [] has no position 0: the program fails there.
// owed: index-out-of-range
program First(d : private list[int]) : int {
  a := d;
  a[0] := 7;
  return a[0];
}

claim private : First satisfies noninterference when any check d in {[], [1], [2]} expect unknown;
