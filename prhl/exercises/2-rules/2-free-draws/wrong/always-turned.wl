program Hidden(x : private bool) : bool {
  b :=$ Flip(1/3) couple b{2} = b{1};
  m :=$ Flip(1/2) couple m{2} = !m{1};
  return x xor b xor m;
}

claim nothing_seen : Hidden ~ Hidden : true ==> res{1} = res{2};
