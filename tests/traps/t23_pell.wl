// T23: an equation whose smallest solution has ten digits. A search that gives up has shown nothing.
// truth: a = 1766319049, b = 226153980: x = 0 against x = 1, Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal, guards-agree
program Door(x : private int, a : int, b : int) : int
  requires b > 0;
{
  if (a*a - 61*b*b = 1) { r := x; } else { r := 0; }
  return r;
}

claim private : Door satisfies noninterference when any
  check x in 0..1, a = 1766319049, b = 226153980
  expect refuted;
