// Two runs toss a fair coin each. Couple the tosses so that the results always differ.
program Toss() : bool {
  // What does run 2 draw when run 1 draws b{1}? Write: couple b{2} = ...
  b :=$ Flip(1/2) couple ?;
  return b;
}

claim different : Toss ~ Toss : true ==> res{1} != res{2};
