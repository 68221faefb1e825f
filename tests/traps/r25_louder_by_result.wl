// R25: the budget of the second call is decided by the result of the first.
// truth: (true, true) has probability 297/500 for x = true and 1/250 for x = false, and
// 0.594 > exp(7/5)*0.004 + 1/4.
// owed all: composed-budget
// lemma one: the price of one answer
program Answer(x : private bool, loud : bool) : bool {
  b :=$ Flip(if loud then 99/100 else 3/5) couple b{2} = if x{1} = x{2} then b{1} else !b{1};
  return if b then x else !x;
}

claim one : Answer satisfies dp(if loud then ln(99) else ln(3/2)) when any;

program Twice(x : private bool) : (bool, bool) {
  a :=$ Answer(x, false) couple by one;
  b :=$ Answer(x, a) couple by one;
  return (a, b);
}

claim all : Twice satisfies dp(7/5, 1/4) when any composed advanced(2, 1/4) check expect refuted;
