// T12, 1.5: all coins of a round must be true, and every round has one more of them. They are many draws, not one.
// truth: the loop goes on for ever with probability (1 - 1/2)*(1 - 1/4)*(1 - 1/8)*... > 1/4, so that Pr1[res = n] = 1
// and Pr2[res = n] < 3/4.
// owed: terminates
program Same(n : int) : int {
  return n;
}

program More(n : int) : int {
  good := false;
  k := 1;
  while (!good)
    invariant 1 <= k{2};
  {
    good := true;
    j := 0;
    while (j < k)
      invariant 0 <= j{2};
    {
      c :=$ Flip(1/2);
      if (!c) { good := false; }
      j := j + 1;
    }
    k := k + 1;
  }
  return n;
}

claim same : Same ~ More : n{1} = n{2} ==> res{1} = res{2} expect unknown;
