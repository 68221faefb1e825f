// Randomized response: the truth with probability 3/4
// Warner, 1965. To export: `prhl export examples/releases/answer.wl --to python`.
program Answer(x : private bool) : bool {
  lie :=$ Flip(1/4);
  return x xor lie;
}

claim local : Answer satisfies dp(ln(3)) when any;
