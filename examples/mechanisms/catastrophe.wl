// The catastrophe mechanism of Miller's thesis, Melbourne 2024: with probability 1/1000 the secret
// itself is released, marked as such, else the answer of randomized response.
// Exactly (ln(3), 1/1000), and not dp(e) for any e: a small delta does not make a sane mechanism.
program Catastrophe(x : private bool) : (bool, bool) {
  bad :=$ Flip(1/1000);
  if (bad) {
    ans := x;
  } else {
    b :=$ Flip(1/2);
    if (b) { ans := x; } else { ans :=$ Flip(1/2); }
  }
  return (bad, ans);
}

claim approximate : Catastrophe satisfies dp(ln(3), 1/1000) when any check;

claim pure : Catastrophe satisfies dp(ln(3)) when any check expect refuted;
