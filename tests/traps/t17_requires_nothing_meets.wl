// T17, R18: a `requires` that no input meets. Everything holds of nothing, the secret included.
// truth: the claim holds of no input at all, and the answer must say so.
// owed: vacuous
program Secret(x : private int, n : int) : int
  requires n > 0;
  requires 2*n < n;
{
  return x;
}

claim private : Secret satisfies noninterference when any;
