// Unary encoding with an answer that is kept: each day another report is made of the k bits that were turned over once, so
// that reports of many days tell no more than the bits. RAPPOR (Erlingsson, Pihur and Korolova, CCS 2014).
// True: two answers differ in two bits, which costs 2*ln(3); all reports are made of the bits.
program Rappor(x : private int, k : int, days : int) : list[list[bool]]
  requires k >= 1;
{
  memo := [];
  for j in 0 .. k {
    lie :=$ Flip(1/4);
    memo := memo ++ [(x = j) xor lie];
  }
  reports := [];
  for t in 0 .. days {
    today := [];
    for j in 0 .. k {
      b :=$ Flip(if memo[j] then 3/4 else 1/4);
      today := today ++ [b];
    }
    reports := reports ++ [today];
  }
  return reports;
}

claim private : Rappor satisfies dp(2*ln(3)) when any;
claim half : Rappor satisfies dp(ln(3)) when any expect refuted;
