// R26, R31: a call rests on a claim with a delta, where zcdp has none.
// truth: Shown returns its input one time in ten, so that some outputs are impossible in the other run
// and every divergence is infinite.
// owed concentrated: not-supported
// lemma approximate: what the call cites
program Shown(x : private bool) : int {
  y :=$ Choice({0 @ 9/10, (if x then 1 else 2) @ 1/10}) couple y{2} = y{1} cost 0 slack 1/10;
  return y;
}

claim approximate : Shown satisfies dp(0, 1/10) when true;

program Asked(x : private bool) : int {
  y :=$ Shown(x) couple by approximate;
  return y;
}

claim concentrated : Asked satisfies zcdp(0) when true expect unknown;
