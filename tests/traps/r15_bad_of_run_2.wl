// R15: the bad event is paid for with its probability in run 2, where it is rarer.
// truth: (true, true) has probability 1/2 in run 1 and 0 in run 2, and 1/2 > 1/10.
// owed: price
program Marked(x : private bool) : (bool, bool) {
  bad :=$ Flip(if x then 1/2 else 1/10)
    couple bad{2} = bad{1}
    cost ln(9/5)
    except bad{1}
    slack 1/10;
  return (bad, bad && x);
}

claim one_way : Marked ~ Marked : x{1} && !x{2} ==> res{1} = res{2}
  within (ln(9/5), 1/10)
  check
  expect refuted;
