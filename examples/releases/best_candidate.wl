// The exponential mechanism: a candidate with a high score
// McSherry and Talwar, FOCS 2007. Exported, its weights exp(eps * score / 2) are drawn from exactly.
program BestCandidate(scores : private list[int], eps : real) : int
  requires eps > 0;
  requires size(scores) >= 1;
{
  i :=$ ExpMech(eps, scores);
  return i;
}

claim private : BestCandidate satisfies dp(eps) when all_within(scores, 1);
