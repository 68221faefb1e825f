// R7, T17: what the second program says is owed like what the first one says.
// truth: the claims hold; the annotation is wrong: an assertion, an invariant and a coupling of
// the second program are false.
// owed assertions: assertion
// owed invariants: invariant-entry, invariant-kept
// owed couplings: missing-coupling
program Fine(n : real) : real {
  assert true;
  return n;
}

program Asserts(n : real) : real {
  assert false;
  return n;
}

program Rounds(n : real) : real {
  i := 0;
  while (i < 3)
    invariant ={i};
    decreases 3 - i;
  {
    i := i + 1;
  }
  return n;
}

program Invariants(n : real) : real {
  i := 0;
  while (i < 3)
    invariant ={i} && i{2} = 5;
    decreases 3 - i;
  {
    i := i + 1;
  }
  return n;
}

program Draws(n : real) : real {
  b :=$ Flip(1/2) couple b{2} = b{1};
  return if b then n else n + 1;
}

program Couples(n : real) : real {
  b :=$ Flip(1/2) couple b{2} = true;
  return if b then n else n + 1;
}

claim assertions : Fine ~ Asserts : n{1} = n{2} ==> res{1} = res{2} expect unknown;

claim invariants : Rounds ~ Invariants : n{1} = n{2} ==> res{1} = res{2} expect unknown;

claim couplings : Draws ~ Couples : n{1} = n{2} ==> res{1} = res{2} expect unknown;
