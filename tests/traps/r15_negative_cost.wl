// R15: noise that falls off its end is lost at any epsilon, so a step may seem to cost less than
// nothing, and the next one is paid from that.
// truth: x = 0 against x = 1: the second answer alone has delta(0) = 1 - exp(-3/2) = 0.777.
// owed: price
program Two(x : real) : (real, real) {
  z :=$ Exponential(1) couple z{2} = z{1} + x{1} - x{2} cost -3 slack 0.64;
  y :=$ Laplace(1/3) couple y{2} = y{1} + x{1} - x{2} cost 3;
  return (x + z, x + y);
}

claim free : Two ~ Two : x{1} < x{2} && x{2} <= x{1} + 1 ==> res{1} = res{2}
  within (0, 0.64)
  expect unknown;
