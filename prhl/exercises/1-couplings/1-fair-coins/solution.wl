// A fair coin turned over is a fair coin: `!` sends true to false and false to true, each with probability 1/2.
program Toss() : bool {
  b :=$ Flip(1/2) couple b{2} = !b{1};
  return b;
}

claim different : Toss ~ Toss : true ==> res{1} != res{2};
