// T12, T23: whether this loop always ends is an open question.
// truth: nobody knows; the claim is not to be proved without showing that the loop ends.
// owed: terminates
program Collatz(x : private int, n : int) : int
  requires n >= 1;
{
  m := n;
  while (m != 1)
    invariant ={m} && m{1} >= 1 && cost = 0;
  {
    if (m mod 2 = 0) { m := m div 2; } else { m := 3*m + 1; }
  }
  return m;
}

claim private : Collatz satisfies noninterference when any expect unknown;
