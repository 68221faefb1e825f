// One answer out of k, sent as k bits that are each turned over with probability 1/4: unary encoding,
// as in basic RAPPOR (Erlingsson, Pihur and Korolova, CCS 2014).
// True: two answers differ in two bits, and each costs ln(3).
program OneHot(x : private int, k : int) : list[bool]
  requires k >= 1;
{
  out := [];
  for j in 0 .. k {
    f :=$ Flip(1/4);
    out := out ++ [(x = j) xor f];
  }
  return out;
}

claim private : OneHot satisfies dp(2*ln(3)) when any;
