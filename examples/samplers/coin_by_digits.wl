// A coin with probability 1/3 by its binary digits, 0.010101..: the first random bit that differs from them decides
// The two programs have the same law: a quadruple that is decided by solving the loop.
program ByDigits() : bool {
  above := 1;
  undecided := true;
  heads := false;
  while (undecided) {
    digit := 2 * above div 3;
    above := 2 * above mod 3;
    drawn :=$ Uniform(0..1);
    if (drawn != digit) { undecided := false; heads := drawn < digit; }
  }
  return heads;
}

program Coin() : bool {
  heads :=$ Flip(1/3);
  return heads;
}

claim same : ByDigits ~ Coin : true ==> res{1} = res{2} check;
