program Toss() : bool {
  b :=$ Flip(1/2) couple b{2} = b{1};
  return b;
}

claim different : Toss ~ Toss : true ==> res{1} != res{2};
