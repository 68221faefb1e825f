// A test for an illness that one person in four has.
program Test(ill : private bool) : bool {
  positive_test :=$ Flip(if ill then 9/10 else 1/5);
  return positive_test;
}

// Positive and ill, or positive and healthy: 1/4 * 9/10 + 3/4 * 1/5.
answer positive = 3/8;

// The part of those positive tests that are of ill people: (9/40)/(3/8).
answer ill_if_positive = 3/5;

answer ill_if_negative = 1/25;
