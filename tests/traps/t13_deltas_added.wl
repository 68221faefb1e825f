// T13, R21: over two steps the deltas are added, where the first one multiplies the second by exp(eps).
// truth: x = 0 against x = 2 shows `true` with 7/10 and 1/10, and 7/10 > exp(2*ln(2)) * 1/10 + 2/10 = 6/10.
// lemma one: one step, which is as it should be
// owed two: from-budget
program Answer(x : private int) : bool
  requires 0 <= x <= 2;
{
  p := if x = 0 then 7/10 else if x = 1 then 3/10 else 1/10;
  b :=$ Flip(p) couple b{2} = b{1} cost ln(2) slack 1/10;
  return b;
}

claim one : Answer satisfies dp(ln(2), 1/10) when within(x, 1) check x in 0..2;

claim two : Answer satisfies dp(2*ln(2), 2/10) when within(x, 2)
  from one by 2 steps
  check x in 0..2
  expect refuted;
