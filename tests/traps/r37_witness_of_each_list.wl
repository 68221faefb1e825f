// R37: for every list there is a number is not: there is a number for every list. Each list has one of its own.
// truth: f([x]) = x, and c = x: x = 0 against x = 1, Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Secret(x : private int, f : list[int] -> int) : int
  requires forall a : list[int]. exists c : int. f(a) = c && c >= 0;
{
  return f([x]);
}

claim private : Secret satisfies noninterference when any expect unknown;
