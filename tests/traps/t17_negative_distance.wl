// T17, R18: a relation that no two inputs meet: a distance of at most -1.
// truth: the claim holds of no pair of inputs, and the answer must say so.
// owed: vacuous
program Secret(x : private int) : int {
  return x;
}

claim private : Secret satisfies noninterference when within(x, -1);
