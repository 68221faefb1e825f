// The averaging attack, Privacy Engineering week 4: ask the same question k times.
// Each answer has fresh noise and costs eps, so k answers cost k*eps, and their mean, which is
// what the attacker looks at, costs no more. On the twin the channel is finite: k*eps is tight,
// and it is false that asking again is free.
program Answers(q : private real, k : int, eps : real) : list[real]
  requires eps > 0;
  requires k >= 0;
{
  r := [];
  for i in 0 .. k
    invariant ={r} && cost <= i{1}*eps;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + q{1} - q{2} cost eps;
    r := r ++ [q + z];
  }
  return r;
}

claim all_answers : Answers satisfies dp(k*eps) when within(q, 1);

program Average(q : private real, k : int, eps : real) : real
  requires eps > 0;
  requires k >= 1;
{
  r :=$ Answers(q, k, eps) couple by all_answers;
  return sum(r)/k;
}

claim their_mean : Average satisfies dp(k*eps) when within(q, 1);

program AnswersOnGrid(q : private int, k : int, eps : real) : list[int]
  requires eps > 0;
  requires k >= 0;
{
  r := [];
  for i in 0 .. k
    invariant ={r} && cost <= i{1}*eps;
  {
    y :=$ Clamp(DiscreteLaplace(1/eps, q), 0, 1) couple y{2} = y{1} cost eps;
    r := r ++ [y];
  }
  return r;
}

claim all_answers_on_grid : AnswersOnGrid satisfies dp(k*eps) when within(q, 1)
  check k in 1..5, q in 0..1, eps = ln(2);

claim asking_again_is_free : AnswersOnGrid satisfies dp(eps) when within(q, 1)
  check k = 2, q in 0..1, eps = ln(2)
  expect refuted;
