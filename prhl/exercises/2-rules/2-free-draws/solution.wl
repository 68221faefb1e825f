program Hidden(x : private bool) : bool {
  // Turning this coin over would cost ln(2); the identity is the only map of it that is free.
  b :=$ Flip(1/3) couple b{2} = b{1};
  // Turned over exactly where the secrets differ, which is free for a fair coin.
  m :=$ Flip(1/2) couple m{2} = m{1} xor x{1} xor x{2};
  return x xor b xor m;
}

claim nothing_seen : Hidden ~ Hidden : true ==> res{1} = res{2};
