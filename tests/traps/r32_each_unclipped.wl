// R32: a sum for each element is as sensitive as what is added for one, and that is not bounded here.
// truth: d = [2] against []: Pr1[res <= 0] is smaller than Pr2[res <= 0] by the factor exp(2), not exp(1).
// owed: budget, price
program Total(d : private list[int]) : int {
  z :=$ DiscreteLaplace(1)
    couple z{2} = z{1} + sum(min(x, 1) for x in d{1}) - sum(min(x, 1) for x in d{2});
  return sum(min(x, 1) for x in d) + z;
}

claim comes : Total satisfies dp(1) when add_remove(d) check d in {[], [-2]} expect refuted;

claim changes : Total satisfies dp(1) when one_differs(d) check d in {[-1], [1]} expect refuted;
