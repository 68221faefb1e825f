// R25: the root alone, without what the losses have in the mean.
// truth: with x = true more than half of the answers are true in all but few runs, with x = false
// hardly ever: the loss is 22 in the mean, the claimed epsilon is 8.2, delta there is above 9/10.
// owed all: composed-budget
// lemma one: the price of one answer
program Answer(x : private bool) : bool {
  b :=$ Flip(3/4) couple b{2} = if x{1} = x{2} then b{1} else !b{1};
  return if b then x else !x;
}

claim one : Answer satisfies dp(ln(3)) when any;

program Forty(x : private bool) : int {
  yes := 0;
  for i in 0 .. 40
    invariant ={yes} && cost = i{1};
  {
    a :=$ Answer(x) couple by one;
    yes := if a then yes + 1 else yes;
  }
  return yes;
}

claim all : Forty satisfies dp(8.2, 1/2) when any composed advanced(40, 1/2) check expect refuted;
