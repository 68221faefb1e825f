program TwoCoins() : bool {
  a :=$ Flip(1/5);
  hide: b :=$ Flip(1/2);
  return a xor b;
}

program OneCoin() : bool {
  hide: c :=$ Flip(1/2);
  return c;
}

claim as_one : TwoCoins ~ OneCoin : true ==> res{1} = res{2}
  proof {
    hide: couple c{2} = b{1};
  };
