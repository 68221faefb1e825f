// R13: the secret is multiplied with the key, and 0 stays 0.
// truth: for m = 2 and x = 0 the result is 0, for x = 1 it is 0 or 1: epsilon is infinite.
// owed: results-equal
program Multiplied(x : private int, m : int) : int
  requires m >= 1;
{
  r :=$ Uniform(0 .. m - 1) couple r{2} = (r{1} + x{1} - x{2}) mod m;
  return (x*r) mod m;
}

claim secret : Multiplied satisfies noninterference when any check x in 0..1, m = 2 expect refuted;
