// T30: the called program leaks its secret and always returns true. A claim about its results says
// nothing about its leaks, which are the caller's.
// truth: x = 0 against x = 1: the observer sees 0 in one run and 1 in the other.
// lemma same: true, of the results.
// owed private: leaks-equal, not-supported
program Says(x : private int) : bool {
  leak x;
  return true;
}

claim same : Says ~ Says : true ==> res{1} = res{2};

program Caller(x : private int) : bool {
  y :=$ Says(x) couple by same;
  return y;
}

claim private : Caller satisfies noninterference when any check x in 0..1 expect refuted;
