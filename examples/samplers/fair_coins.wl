// Uniform numbers from fair coins, as `prhl run` draws them: numbers of three bits, until one is below 6
// The loop is left with probability 3/4 in each round, and the numbers that are left over are uniform.
program ByBits() : int {
  x := 6;
  while (x >= 6) {
    a :=$ Uniform(0..1);
    b :=$ Uniform(0..1);
    c :=$ Uniform(0..1);
    x := 4*a + 2*b + c;
  }
  return x;
}

program Die() : int {
  x :=$ Uniform(0..5);
  return x;
}

claim same : ByBits ~ Die : true ==> res{1} = res{2} check;
