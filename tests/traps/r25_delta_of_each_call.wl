// R25: the delta of each call is forgotten.
// truth: some answer is marked with probability 1 - (9/10)^10, above 13/20; then it tells x.
// owed all: composed-budget
// lemma one: the delta of one answer
program Marked(x : private bool) : int {
  bad :=$ Flip(1/10) couple bad{2} = bad{1} cost 0 except bad{1} slack 1/10;
  return if bad then if x then 1 else 2 else 0;
}

claim one : Marked satisfies dp(0, 1/10) when any;

program Ten(x : private bool) : int {
  seen := 0;
  for i in 0 .. 10
    invariant ={seen} && cost = i{1};
  {
    a :=$ Marked(x) couple by one;
    seen := max(seen, a);
  }
  return seen;
}

claim all : Ten satisfies dp(0, 1/5) when any composed advanced(10, 1/5) check expect refuted;
