// R21: the steps lead through inputs whose bit string is not as long as its type says.
// truth: res = 0 has probability 1 for m = 0b, n = 0 and 0 for m = 0b00, n = 2.
// lemma one: of bit strings that are as long as the type says
// owed two: from-chain
program Long(m : private bits[n], n : private int) : int {
  return n;
}

claim one : Long satisfies dp(0)
  when within(n, 1) && (n{1} = n{2} || size(m{1}) != n{1} || size(m{2}) != n{2});

claim two : Long satisfies dp(0) when |n{1} - n{2}| = 2 from one by 2 steps expect unknown;
