// R15: what is left over outside of the bad event is not added to its probability.
// truth: 1 or 2 has probability 1/2 for x = true and 1/4 for x = false: delta(0) is 1/4.
// owed: price
program Three(x : private bool) : int {
  n :=$ Choice({0 @ if x then 1/2 else 3/4, 1 @ if x then 3/8 else 1/8, 2 @ 1/8})
    couple n{2} = n{1}
    cost 0
    except n{1} = 2
    slack 1/8;
  return n;
}

claim close : Three satisfies dp(0, 1/8) when any check expect refuted;
