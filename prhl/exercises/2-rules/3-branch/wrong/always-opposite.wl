program Game(side : private int) : real
  requires 0 <= side && side <= 1;
{
  n :=$ Uniform(1..6) couple n{2} = 7 - n{1};
  if (n mod 2 = side) {
    prize :=$ Exponential(10) couple prize{2} = prize{1};
  } else {
    prize := 0;
  }
  return prize;
}

claim secret_side : Game ~ Game : true ==> res{1} = res{2};
