// R15: a number from an interval of length 10 is moved by 1, for half of what falls off its end.
// truth: x = 0 against x = 1: Pr1[res < 1] = 1/10, Pr2[res < 1] = 0.
// owed: price
program Line(x : private int) : real {
  u :=$ UniformReal(0, 10) couple u{2} = u{1} + x{1} - x{2} slack 1/20;
  return x + u;
}

claim near : Line satisfies dp(0, 1/20) when within(x, 1) check x in 0..1 expect refuted;
