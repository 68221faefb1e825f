// R35: a negative budget of an assumed claim pays for a call.
// truth: true has probability 1/2 in the first and 1/4 in the second.
// lemma less: assumed, and false
// lemma more: true is twice as likely
// owed hop: budget-negative
program Coin(n : int) : bool {
  b :=$ Flip(1/2) couple b{2} = b{1};
  return b;
}

program Rare(n : int) : bool {
  b :=$ Flip(1/4);
  return b;
}

claim less : Coin ~ Coin : ={n} ==> ={res} within (ln(1/2)) assume;

claim more : Coin ~ Rare : ={n} ==> ={res} within (ln(2));

program First(n : int) : bool {
  x :=$ Coin(n) couple by less;
  y :=$ Coin(n) couple by more;
  return y;
}

program Second(n : int) : bool {
  x :=$ Coin(n);
  y :=$ Rare(n);
  return y;
}

claim hop : First ~ Second : ={n} ==> ={res} within (0) check n = 0 expect refuted;
