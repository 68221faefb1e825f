// Randomized response with two coins. The claim below promises too much.
program Response(x : private bool) : bool {
  honest :=$ Flip(1/2);
  if (honest) { said := x; } else { said :=$ Flip(1/2); }
  return said;
}

claim promised : Response satisfies dp(ln(2)) when any expect refuted;

// Run 1 says yes with probability 1/2 + 1/4, run 2 with 1/4 only. The promise allows twice 1/4.
// The event, a formula about `res`. Run 1 has x = true, run 2 has x = false.
answer event = res = true;

// The ratio of 3/4 and 1/4, and its logarithm; the answer no has the same ratio the other way round.
// The smallest epsilon that is true of this program, as an exact number.
answer epsilon = ln(3);
