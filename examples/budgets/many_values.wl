// Queries with several values, Miller's thesis, section 6, and Dwork and Roth: the sensitivity is a
// norm of what one record can move. Laplace noise goes by the sum of the differences, Gaussian noise
// by the root of the sum of their squares, in rho. With noise for one value alone the claim is false.
program ThreeSums(q : private (real, real, real), s : real, eps : real) : (real, real, real)
  requires eps > 0;
  requires s > 0;
{
  a :=$ Laplace(s/eps) couple a{2} = a{1} + q{1}.0 - q{2}.0;
  b :=$ Laplace(s/eps) couple b{2} = b{1} + q{1}.1 - q{2}.1;
  c :=$ Laplace(s/eps) couple c{2} = c{1} + q{1}.2 - q{2}.2;
  return (q.0 + a, q.1 + b, q.2 + c);
}

claim by_the_sum : ThreeSums satisfies dp(eps)
  when |q{1}.0 - q{2}.0| + |q{1}.1 - q{2}.1| + |q{1}.2 - q{2}.2| <= s;

program TwoMeans(q : private (real, real), s : real, sigma : real) : (real, real)
  requires sigma > 0;
{
  a :=$ Gauss(sigma) couple a{2} = a{1} + q{1}.0 - q{2}.0;
  b :=$ Gauss(sigma) couple b{2} = b{1} + q{1}.1 - q{2}.1;
  return (q.0 + a, q.1 + b);
}

claim by_the_squares : TwoMeans satisfies zcdp(s^2/(2*sigma^2))
  when (q{1}.0 - q{2}.0)^2 + (q{1}.1 - q{2}.1)^2 <= s^2;

program TwoCounts(q : private (int, int), eps : real) : (int, int)
  requires eps > 0;
{
  a :=$ DiscreteLaplace(1/eps);
  b :=$ DiscreteLaplace(1/eps);
  return (q.0 + a, q.1 + b);
}

claim by_the_largest : TwoCounts satisfies dp(eps)
  when |q{1}.0 - q{2}.0| <= 1 && |q{1}.1 - q{2}.1| <= 1
  check q in {(0, 0), (1, 1)}, eps = ln(2)
  expect refuted;
