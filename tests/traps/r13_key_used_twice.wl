// R13, T25: one key for two residues, of x and of 2*x.
// truth: the difference of the two is x mod m, so that for m = 2 every result tells x: epsilon is infinite.
// owed: results-equal
program TwoTimes(x : private int, m : int) : (int, int)
  requires m >= 1;
{
  r :=$ Uniform(0 .. m - 1) couple r{2} = (r{1} + x{1} - x{2}) mod m;
  return ((x + r) mod m, (2*x + r) mod m);
}

claim secret : TwoTimes satisfies noninterference when any check x in 0..1, m = 2 expect refuted;
