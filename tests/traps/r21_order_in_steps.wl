// R21, R27: divergences of one order are added over two steps, which they do not allow for.
// truth: at order 2 a step costs ln(79/75) and two cost ln(91/75), and 91/75 > (79/75)^2.
// lemma one: one step, by enumeration
// owed two: not-supported
program Answer(x : private int) : int
  requires 0 <= x <= 2;
{
  r :=$ Choice({1 @ (5 + 2*x)/20, 2 @ (15 - 2*x)/20});
  return r;
}

claim one : Answer satisfies rdp(2, ln(79/75)) when within(x, 1) check x in 0..2;

claim two : Answer satisfies rdp(2, 2*ln(79/75)) when within(x, 2)
  from one by 2 steps
  check x in 0..2
  expect refuted;
