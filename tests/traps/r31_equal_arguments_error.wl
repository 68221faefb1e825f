// R31: equal arguments need not be related; but then the cited claim does not say that the callee has no error.
// truth: Asked stops with a division by zero whatever its input is. What may stop with an error has no
// distribution to speak of, and no claim about it is proved.
// owed private: division-by-zero
// lemma small: what the call cites
program Divides(x : private int) : real {
  z :=$ Laplace(1) couple z{2} = z{1};
  return z + 0*(1/(x - 5));
}

claim small : Divides satisfies dp(0) when x{1} <= 4 && x{2} <= 4;

program Asked(b : private bool) : real {
  y :=$ Divides(5) couple by small;
  return y;
}

claim private : Asked satisfies dp(0) when true expect unknown;
