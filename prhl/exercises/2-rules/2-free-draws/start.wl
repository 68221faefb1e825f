program Hidden(x : private bool) : bool {
  // A coin that is not fair. What does run 2 draw?
  b :=$ Flip(1/3) couple ?;
  // A fair coin. What does run 2 draw?
  m :=$ Flip(1/2) couple ?;
  return x xor b xor m;
}

claim nothing_seen : Hidden ~ Hidden : true ==> res{1} = res{2};
