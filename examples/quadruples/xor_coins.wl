// Two fair coins xored are one fair coin, the first example of most courses on pRHL.
// The two programs draw a different number of coins; both are finite, so the exact lifting
// decides. FairAndBiased shows more: one fair coin hides the other, however biased.
program TwoCoins() : bool {
  a :=$ Flip(1/2);
  b :=$ Flip(1/2);
  return a xor b;
}

program FairAndBiased() : bool {
  a :=$ Flip(1/2);
  b :=$ Flip(9/10);
  return a xor b;
}

program OneCoin() : bool {
  c :=$ Flip(1/2);
  return c;
}

claim two_are_one : TwoCoins ~ OneCoin : true ==> res{1} = res{2} check;

claim fair_hides_biased : FairAndBiased ~ OneCoin : true ==> res{1} = res{2} check;
