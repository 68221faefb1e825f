// A real number between a and b, each as likely as the next. On a circle of length 1 it hides any secret:
// run 2 turns the circle by the difference, which is one to one and costs nothing. On a line it does
// not hide what falls off the end, and that is all that is lost: 1/10 for a shift by 1 out of 10.
program Circle(x : private real) : real
  requires 0 <= x && x < 1;
{
  u :=$ UniformReal(0, 1)
    couple u{2} = u{1}
      + x{1}
      - x{2}
      + (if u{1} + x{1} < x{2} then 1 else if u{1} + x{1} >= x{2} + 1 then -1 else 0);
  y := x + u;
  if (y >= 1) { y := y - 1; }
  return y;
}

claim secret : Circle satisfies noninterference when any;

claim same : Circle ~ Circle : true ==> res{1} = res{2};

program Line(x : private real) : real {
  u :=$ UniformReal(0, 10) couple u{2} = u{1} + x{1} - x{2} slack 1/10;
  return x + u;
}

claim near : Line satisfies dp(0, 1/10) when within(x, 1) check x in {0, 1/2, 1};

claim pure : Line satisfies dp(5) when within(x, 1) check x in {0, 1} expect refuted;

// A coin that shows true with probability p is a real number below p. No shift couples two such coins at
// the price of randomized response; its figures are those of the coin.
program Coin(x : private bool) : bool {
  u :=$ UniformReal(0, 1) couple u{2} = u{1};
  return u < (if x then 3/4 else 1/4);
}

claim coin : Coin satisfies dp(ln(3)) when any check expect unknown;
