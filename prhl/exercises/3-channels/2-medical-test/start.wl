// A test for an illness that one person in four has.
program Test(ill : private bool) : bool {
  positive_test :=$ Flip(if ill then 9/10 else 1/5);
  return positive_test;
}

// The probability that the test of an arbitrary person is positive.
answer positive = ?;

// The probability that somebody with a positive test is ill.
answer ill_if_positive = ?;

// The probability that somebody with a negative test is ill.
answer ill_if_negative = ?;
