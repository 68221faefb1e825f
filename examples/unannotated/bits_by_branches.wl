// One answer as bits that are turned over in a branch: the bit of the answer alone (as in RAPPOR: Erlingsson, Pihur and
// Korolova, CCS 2014), and all bits below it.
// True: two answers differ in two bits; two levels that are next to each other differ in one.
program OneBit(x : private int, m : int, f : real) : list[bool]
  requires 0 < f < 1/2;
{
  out := [];
  for i in 0 .. m {
    b :=$ Flip(f);
    if (i = x) { out := out ++ [!b]; } else { out := out ++ [b]; }
  }
  return out;
}

program BitsBelow(x : private int, m : int, f : real) : list[(int, bool)]
  requires 0 < f < 1/2;
{
  out := [];
  i := 0;
  while (i < m) {
    b :=$ Flip(f);
    if (x > i) { out := out ++ [(i, !b)]; } else { out := out ++ [(i, b)]; }
    i := i + 1;
  }
  return out;
}

claim two_bits : OneBit satisfies dp(2*ln((1 - f)/f)) when any;
claim one_bit : BitsBelow satisfies dp(ln((1 - f)/f)) when within(x, 1);
