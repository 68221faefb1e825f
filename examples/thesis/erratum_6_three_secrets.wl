// Erratum 6 of the QIF thesis: Lemma 1 and Theorem 2 compare with -delta/2, which is right for two
// secrets only; for m secrets under the uniform prior it is -delta/m. Here secrets 0 and 1 are
// shown as they are and for 2 a coin is shown. For 0 and 1 the printed sum is -1/3, which would
// mean (0, 2/3); the truth is (0, 1). In general each posterior is divided by its own prior.
program Three(x : private int) : bool
  requires 0 <= x && x <= 2;
{
  coin :=$ Flip(1/2);
  return if x = 2 then coin else x = 1;
}

claim as_printed : Three satisfies dp(0, 2/3) when x{1} <= 1 && x{2} <= 1
  check x in 0..2
  expect refuted;

claim truth : Three satisfies dp(0, 1) when x{1} <= 1 && x{2} <= 1 check x in 0..2;
