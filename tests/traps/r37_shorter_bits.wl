// R37: what holds of all bit strings of two bits is said of one of three: a value is one of the type that is
// quantified over, or nothing follows.
// truth: f is 0 of two bits and the first bit else: 0b000 against 0b100, Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Secret(x : private bits[3], n : int, f : bits[n] -> int) : int
  requires n = 3;
  requires forall b : bits[2]. f(b) = 0;
{
  return f(x);
}

claim private : Secret satisfies noninterference when any expect unknown;
