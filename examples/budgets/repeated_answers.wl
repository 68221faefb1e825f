// The averaging attack as a budget, Privacy Engineering week 4: n calls of one private answer cost
// n*eps, and it does not help that the question is the same. To answer n times within eps, each
// answer gets eps/n. That n answers at eps each cost eps is false from the second on.
program Answer(x : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim one : Answer satisfies dp(eps) when within(x, 1);

program Answers(x : private int, n : int, eps : real) : list[int]
  requires eps > 0;
  requires n >= 0;
{
  r := [];
  for i in 0 .. n
    invariant ={r} && cost <= i{1}*eps;
  {
    y :=$ Answer(x, eps) couple by one;
    r := r ++ [y];
  }
  return r;
}

claim all_of_them : Answers satisfies dp(n*eps) when within(x, 1)
  check x in 0..1, n in 1..3, eps = ln(2);

claim again_for_free : Answers satisfies dp(eps) when within(x, 1)
  check x in 0..1, n = 2, eps = ln(2)
  expect refuted;

program AnswersWithin(x : private int, n : int, eps : real) : list[int]
  requires eps > 0;
  requires n >= 1;
{
  r := [];
  for i in 0 .. n
    invariant ={r} && cost <= i{1}*(eps/n);
  {
    y :=$ Answer(x, eps/n) couple by one;
    r := r ++ [y];
  }
  return r;
}

claim split : AnswersWithin satisfies dp(eps) when within(x, 1)
  check x in 0..1, n in 1..2, eps = ln(2);
