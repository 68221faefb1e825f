// R32: two counts of one list are two answers: each costs what one costs.
// truth: d = [2] against [0]: (1, 1) against (0, 0), and both noises move, so exp(2) and not exp(1).
// owed: budget
program Twice(d : private list[int]) : (int, int) {
  y :=$ DiscreteLaplace(1)
    couple y{2} = y{1} + count(x in d{1} if x > 0) - count(x in d{2} if x > 0);
  z :=$ DiscreteLaplace(1)
    couple z{2} = z{1} + count(x in d{1} if x > 1) - count(x in d{2} if x > 1);
  return (count(x in d if x > 0) + y, count(x in d if x > 1) + z);
}

claim private : Twice satisfies dp(1) when one_differs(d) check d in {[0], [2]} expect refuted;
