program Fair(x : private bool) : bool {
  heads :=$ Flip(1/2);
  if (heads) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

program Biased(x : private bool) : bool {
  heads :=$ Flip(2/3);
  if (heads) { o := x; } else { o :=$ Flip(2/3); }
  return o;
}

// The first coin says so, or the second one happens to: 1/2 + 1/2 * 1/2.
answer truth = 3/4;

answer epsilon = ln(3);

// "Yes" has 8/9 against 2/9, a ratio of 4; "no" has 7/9 against 1/9, and that is the worse one.
answer epsilon_biased = ln(7);

claim fair : Fair satisfies dp(epsilon) when any;

claim biased : Biased satisfies dp(epsilon_biased) when any;
