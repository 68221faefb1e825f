// Two independent samplings may change places (EasyCrypt's swap): the pair has the same
// distribution whichever is drawn first.
program DieThenCoin() : (int, bool) {
  x :=$ Uniform(1..6);
  y :=$ Flip(1/3);
  return (x, y);
}

program CoinThenDie() : (int, bool) {
  y :=$ Flip(1/3);
  x :=$ Uniform(1..6);
  return (x, y);
}

claim swapped : DieThenCoin ~ CoinThenDie : true ==> res{1} = res{2} check;
