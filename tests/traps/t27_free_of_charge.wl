// T27: the stated cost is smaller than the price, and is what is charged.
// truth: x = 0 against x = 1: the noise costs eps, not 0; in the twin Pr1[res = false] = 3/4,
// Pr2[res = false] = 1/4.
// owed: price
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2} cost 0;
  return x + z;
}

program Response(x : private int) : bool {
  b :=$ Flip(1/4) couple b{2} = b{1} xor (x{1} > 0) xor (x{2} > 0) cost 0;
  return b xor (x > 0);
}

claim free : Noisy satisfies dp(0) when within(x, 1) expect unknown;

claim response : Response satisfies dp(0) when any check x in 0..1 expect refuted;
