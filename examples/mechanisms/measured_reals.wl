// Continuous noise with exact figures: a `check` of Laplace or exponential noise that is released or
// compared is computed in closed form, on the program itself and not on its discrete twin. The
// figures change no verdict; they tell how tight a claim is. A count with Laplace noise needs all of
// its eps: half of it is refuted by the event `res <= 0`, with the ratio exp(eps). Which of two
// scores is larger tells less than the proof has to pay for.
program NoisyCount(c : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

program Larger(q : private list[real], eps : real) : bool
  requires eps > 0;
  requires size(q) = 2;
{
  a :=$ Laplace(2/eps) couple a{2} = a{1} + (if o then 1 + q{1}[0] - q{2}[0] else 0);
  b :=$ Laplace(2/eps) couple b{2} = b{1} + (if o then 0 else 1 + q{1}[1] - q{2}[1]);
  return q[0] + a > q[1] + b;
}

claim count : NoisyCount satisfies dp(eps) when within(c, 1)
  check c in 0..1, eps in {1/2, 1, ln(2)};

claim half_of_it : NoisyCount satisfies dp(eps/2) when within(c, 1)
  check c in 0..1, eps = 1
  expect refuted;

claim larger : Larger satisfies dp(eps) when all_within(q, 1)
  pointwise o
  check q in {[0, 0], [1, 0], [0, 1], [1, 1], [8, 0], [7, 1]}, eps = 1;
