// Loops that draw from a law: each of them ends with probability 1 only, and each is compared with the law itself. The
// states at the head of such a loop are finitely many, but for numbers that are only added to, so that what comes out of
// it is the solution of linear equations.

// A die from coins: three tosses are a number from 0 to 7, and 6 and 7 are thrown away.
program DieFromCoins() : int {
  x := 7;
  while (x > 5) {
    a :=$ Flip(1/2);
    b :=$ Flip(1/2);
    c :=$ Flip(1/2);
    x := (if a then 4 else 0) + (if b then 2 else 0) + (if c then 1 else 0);
  }
  return x;
}

program Die() : int {
  x :=$ Uniform(0..5);
  return x;
}

claim die : DieFromCoins ~ Die : true ==> res{1} = res{2};

// Von Neumann's coin, at a bias that is not even rational.
program VonNeumann() : bool {
  a := true;
  b := true;
  while (a = b) {
    a :=$ Flip(exp(-1));
    b :=$ Flip(exp(-1));
  }
  return a;
}

program FairCoin() : bool {
  a :=$ Flip(1/2);
  return a;
}

claim coin : VonNeumann ~ FairCoin : true ==> res{1} = res{2};

// A gambler with 3 coins of 10, and odds of 1 : 2: the chance of all 10 is (2^3 - 1)/(2^10 - 1).
program Gambler() : bool {
  y := 3;
  while (0 < y && y < 10) {
    won :=$ Flip(1/3);
    y := if won then y + 1 else y - 1;
  }
  return y = 10;
}

program Ruin() : bool {
  rich :=$ Flip(7/1023);
  return rich;
}

claim ruin : Gambler ~ Ruin : true ==> res{1} = res{2};

// Failures before the first success, counted: a number that grows without bound.
program FailuresOfCoins() : int {
  n := 0;
  c :=$ Flip(1/3);
  while (!c) {
    n := n + 1;
    c :=$ Flip(1/3);
  }
  return n;
}

program Failures() : int {
  n :=$ Geometric(1/3);
  return n;
}

claim failures : FailuresOfCoins ~ Failures : true ==> res{1} = res{2};

// Noise of infinite support, drawn again until it lies between two ends.
program Redraw(x : int) : int
  requires 0 <= x && x <= 3;
{
  y :=$ DiscreteLaplace(2, x);
  while (y < 0 || y > 3) {
    y :=$ DiscreteLaplace(2, x);
  }
  return y;
}

program Truncated(x : int) : int
  requires 0 <= x && x <= 3;
{
  y :=$ Truncate(DiscreteLaplace(2, x), 0, 3);
  return y;
}

claim redraw : Redraw ~ Truncated : x{1} = x{2} ==> res{1} = res{2};

// One end too far.
program RedrawWider(x : int) : int
  requires 0 <= x && x <= 3;
{
  y :=$ DiscreteLaplace(2, x);
  while (y < 0 || y > 4) {
    y :=$ DiscreteLaplace(2, x);
  }
  return y;
}

claim wider : RedrawWider ~ Truncated : x{1} = x{2} ==> res{1} = res{2} expect refuted;
