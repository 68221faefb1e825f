// Randomized response with two coins. The claim below promises too much.
program Response(x : private bool) : bool {
  honest :=$ Flip(1/2);
  if (honest) { said := x; } else { said :=$ Flip(1/2); }
  return said;
}

claim promised : Response satisfies dp(ln(2)) when any expect refuted;

// The event, a formula about `res`. Run 1 has x = true, run 2 has x = false.
answer event = ?;

// The smallest epsilon that is true of this program, as an exact number.
answer epsilon = ?;
