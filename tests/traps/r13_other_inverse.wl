// R13: a share at 3 is hidden by the inverse of 3, but that is one modulo n.
// truth: for m = 3, n = 2 and u = 1 the share is s mod 3 itself: epsilon is infinite.
// owed: results-equal
program Share(s : private int, u : int, m : int, n : int) : int
  requires m >= 2;
  requires n >= 2;
  requires 3 * u mod n = 1;
{
  a :=$ Uniform(0 .. m - 1) couple a{2} = (a{1} + u*(s{1} - s{2})) mod m;
  return (s + 3*a) mod m;
}

claim secret : Share satisfies noninterference when any
  check s in 0..1, u = 1, m = 3, n = 2
  expect refuted;
