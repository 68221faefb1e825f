// Programs that are not noninterferent, CMU 15-316 lecture 18. An authorization check tells
// whether the guess was right: little, but not nothing. Randomized response lets every answer
// happen whatever the secret is, so the feasible set stays whole, yet the odds move: 3/4 to 1/4.
program Login(password : private int, guess : int) : bool {
  return password = guess;
}

claim login_says_nothing : Login satisfies noninterference when any
  check password in 0..3, guess = 2
  expect refuted;

program RandResp(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

claim response_says_nothing : RandResp satisfies noninterference when any check expect refuted;
