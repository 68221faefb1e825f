// The Catastrophe mechanism, QIF thesis, section 3.1.2: with probability 0.999 run the Randomised
// Response Mechanism, otherwise leak everything. It is (ln(3), 0.001)-private, and tight.
// The observer sees whether the catastrophe happened, so no epsilon is enough without a delta.
program Catastrophe(resp : private bool) : (bool, bool) {
  safe :=$ Flip(0.999);
  if (safe) {
    coin :=$ Flip(1/2);
    shown :=$ Choice({coin @ 1/2, resp @ 1/2});
  } else {
    shown := resp;
  }
  return (safe, shown);
}

claim almost_ln3 : Catastrophe satisfies dp(ln(3), 0.001) when any check;

claim smaller_delta : Catastrophe satisfies dp(ln(3), 0.0009) when any check expect refuted;

claim no_delta : Catastrophe satisfies dp(10) when any check expect refuted;
