// T30, R31: the leak stands two calls deep, and both claims on the way speak of results only.
// truth: the program leaks its input.
// owed private: leaks-equal
// lemma shown: a quadruple says nothing of leaks
// lemma passed: nor does this one
program Shows(x : private bool) : bool {
  leak x;
  return true;
}

program Passes(x : private bool) : bool {
  y :=$ Shows(x) couple by shown;
  return y;
}

program Asks(s : private bool) : bool {
  y :=$ Passes(s) couple by passed;
  return y;
}

claim shown : Shows ~ Shows : true ==> res{1} = res{2};
claim passed : Passes ~ Passes : true ==> res{1} = res{2};

claim private : Asks satisfies noninterference when any check expect refuted;
