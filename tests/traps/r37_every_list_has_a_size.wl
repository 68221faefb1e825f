// R37: "for every list" is not for every size and every function: no list has a negative size. What holds of
// every list must not contradict what does not.
// truth: the requirement holds always; x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Secret(x : private int) : int
  requires forall a : list[int]. size(a) >= 0;
{
  return x;
}

claim private : Secret satisfies noninterference when any expect unknown;
