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

// The probability that Fair shows x itself.
answer truth = 3/4;

// The smallest epsilon of Fair.
answer epsilon = 3;

// The smallest epsilon of Biased.
answer epsilon_biased = ln(7);

claim fair : Fair satisfies dp(epsilon) when any;

claim biased : Biased satisfies dp(epsilon_biased) when any;
