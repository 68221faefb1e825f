// T6, R31: `up` relates the results of smaller and larger inputs, without a budget. It speaks for its own direction
// only; in the other one the larger input is in run 1.
// truth: for s = 0 against s = -1 the result is true with probability 1/2 in the one run and never in the other.
// owed private: callee-relation, results-equal
// owed ordered: callee-relation
// lemma up: the coin is the same in both runs
program Next(x : private int) : int {
  c :=$ Flip(1/2) couple c{2} = c{1};
  return if c then x else x + 1;
}

program Reached(s : private int) : bool {
  y :=$ Next(s) couple by up;
  return y >= 1;
}

claim up : Next ~ Next : x{1} <= x{2} ==> res{1} <= res{2};

claim private : Reached satisfies dp(0) when within(s, 1) check s in -1 .. 0 expect refuted;
claim ordered : Reached ~ Reached : within(s, 1) ==> (res{1} ==> res{2})
  check s in -1 .. 0
  expect refuted;
