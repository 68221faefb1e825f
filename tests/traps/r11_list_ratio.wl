// R11: the same index in both runs, from lists of probabilities of which one entry is bounded by twice the
// other in one direction only.
// truth: w = [1/2, 1/2] against [9/10, 1/10]: Pr1[res = 1] = 1/2, Pr2[res = 1] = 1/10, five times as much.
// owed: price
program Pick(w : private list[real]) : int
  requires size(w) = 2 && w[0] >= 0 && w[1] > 0 && sum(w) = 1;
{
  i :=$ Choice(w) couple i{2} = i{1} cost ln(2);
  return i;
}

claim near : Pick ~ Pick : w{1}[0] <= 2*w{2}[0] ==> res{1} = res{2}
  within (ln(2), 0)
  check w in {[1/2, 1/2], [9/10, 1/10]}
  expect refuted;
