// T8: a rotation mod 6 is a bijection of 0..5, not of the even numbers among them.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1/3, Pr2[res = 0] = 0: no epsilon is enough.
// owed: support
program EvenKey(x : private int) : int {
  u :=$ Uniform({0, 2, 4}) couple u{2} = (u{1} + x{1} - x{2}) mod 6;
  return (x + u) mod 6;
}

claim private : EvenKey satisfies noninterference when any check x in 0..1 expect refuted;
