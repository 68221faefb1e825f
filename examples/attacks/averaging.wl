// The averaging attack, Privacy Engineering weeks 3 and 4: is Bob the one who was born that day and
// codes with Notepad? The count is 0 or 1. Each answer has fresh noise and costs eps, so k answers
// cost k*eps, and the noise averages out: with eps = 1 ten of them are enough. Whoever only counts
// how many answers are 1 or more learns as much as from all of them. An answer that is kept and
// given again costs nothing more.
program Answers(bob : private bool, k : int, eps : real) : list[int]
  requires eps > 0;
  requires k >= 0;
{
  count := if bob then 1 else 0;
  r := [];
  for i in 0 .. k
    invariant ={r} && cost <= i{1}*eps;
  {
    z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + count{1} - count{2} cost eps;
    r := r ++ [count + z];
  }
  return r;
}

claim every_answer_costs : Answers satisfies dp(k*eps) when any check k in {1, 2, 4}, eps = 1;

claim asking_again_is_free : Answers satisfies dp(eps) when any check k = 2, eps = 1 expect refuted;

program Votes(bob : private bool, k : int, eps : real) : int
  requires eps > 0;
  requires k >= 0;
{
  count := if bob then 1 else 0;
  votes := 0;
  for i in 0 .. k
    invariant ={votes} && cost <= i{1}*eps;
  {
    z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + count{1} - count{2} cost eps;
    if (count + z >= 1) { votes := votes + 1; }
  }
  return votes;
}

claim every_vote_costs : Votes satisfies dp(k*eps) when any check k in {1, 2, 4, 8, 16}, eps = 1;

program Kept(bob : private bool, k : int, eps : real) : list[int]
  requires eps > 0;
  requires k >= 0;
{
  count := if bob then 1 else 0;
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + count{1} - count{2};
  answer := count + z;
  r := [];
  for i in 0 .. k
    invariant ={r};
  {
    r := r ++ [answer];
  }
  return r;
}

claim the_same_answer_is_free : Kept satisfies dp(eps) when any check k in {1, 3}, eps = 1;
