// R35: a privacy claim speaks of equal public inputs, and the chain goes from one to another.
// truth: from n = 0 and n = 1 the two return 0 and 1.
// lemma blind: the private input is not used
// owed hop: same-arguments
program Public(x : private bool, n : int) : int {
  return n;
}

claim blind : Public satisfies noninterference when any;

claim hop : Public ~ Public : true ==> ={res}
  from blind, blind via (x = x{1}, n = n{1})
  check n in {0, 1}
  expect refuted;
