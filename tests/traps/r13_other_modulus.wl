// R13: a key of one range is reduced by another number.
// truth: for m = 3 and n = 2 the result is 0 with probability 2/3 if x = 0, and 1/3 if x = 1: epsilon is ln(2).
// owed: results-equal
program Pad(x : private int, m : int, n : int) : int
  requires m >= 1;
  requires n >= 1;
{
  r :=$ Uniform(0 .. m - 1) couple r{2} = (r{1} + x{1} - x{2}) mod m;
  return (x + r) mod n;
}

claim secret : Pad satisfies noninterference when any check x in 0..1, m = 3, n = 2 expect refuted;
