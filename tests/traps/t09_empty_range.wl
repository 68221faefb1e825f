// T9: nothing can be drawn from 1..n. What is shown "for every value that is drawn" then holds of
// anything, here of a program that returns its secret.
// truth: the range is empty for every n that is allowed: the program always fails.
// owed: empty-set
program Secret(x : private int, n : int) : int
  requires n <= 0;
{
  u :=$ Uniform(1..n) couple u{2} = u{1};
  return x;
}

claim private : Secret satisfies noninterference when any check x in 0..1, n = 0 expect unknown;
