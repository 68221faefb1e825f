// Randomized response, but with probability 1/20 the truth is published, marked as such.
program Catastrophe(x : private bool) : (bool, bool) {
  marked :=$ Flip(1/20);
  if (marked) {
    said := x;
  } else {
    honest :=$ Flip(1/2);
    if (honest) { said := x; } else { said :=$ Flip(1/2); }
  }
  return (marked, said);
}

claim pure : Catastrophe satisfies dp(10) when any expect refuted;

// The event, a formula about the mark `res.0` and the answer `res.1`. Run 1 has x = true, run 2 x = false.
answer event = res.1;

// The smallest delta at epsilon ln(3).
answer delta = 1/20;

// The smallest delta at epsilon 0.
answer total = 21/40;
