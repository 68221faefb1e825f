// R15: a step at a slack whose cost and slack depend on what it draws: the cheap half pays with
// delta, the other half with epsilon, and each keeps the other currency for the next draw.
// truth: res.1 = true has probability 1/2 + 1/8 = 5/8 in run 1 and 1/8 in run 2, and
// 5/8 > 2*(1/8) + 1/4 = 1/2.
// owed: no-price
program Twice(x : private bool) : (bool, bool) {
  b :=$ Flip(if x then 1/2 else 1/4)
    couple b{2} = b{1}
    cost (if b{1} then 0 else ln(2))
    slack (if b{1} then 1/4 else 0);
  if (b) {
    y :=$ Flip(if x then 1 else 1/2) couple y{2} = y{1} cost ln(2);
  } else {
    y :=$ Flip(if x then 1/4 else 0) couple y{2} = y{1} cost 0 slack 1/4;
  }
  return (b, y);
}

claim close : Twice ~ Twice : x{1} && !x{2} ==> res{1} = res{2}
  within (ln(2), 1/4)
  check
  expect refuted;
