// R37: what is required in case that f is 0 everywhere says nothing of a function that is not; and that it is
// 0 at some argument does not make it 0 everywhere.
// truth: f(y) = y, s = 0 against s = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Secret(f : int -> int, s : private int) : int
  requires f(0) = 0;
  requires (forall y : int. f(y) = 0) ==> s = 0;
{
  return s;
}

claim private : Secret satisfies noninterference when any expect unknown;
