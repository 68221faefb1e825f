// R31: a program that is called twice under a claim with a delta, and the delta is counted once.
// truth: two answers that are shown whole with probability 1/100 each: some answer is shown with 0.0199.
// owed twice: slack
// lemma once: what the calls rest on.
program Once(x : private bool) : int {
  y :=$ Choice({0 @ 99/100, 1 @ if x then 1/100 else 0, 2 @ if x then 0 else 1/100});
  return y;
}

claim once : Once satisfies dp(0, 1/100) when any;

program Twice(x : private bool) : (int, int) {
  a :=$ Once(x) couple by once;
  b :=$ Once(x) couple by once;
  return (a, b);
}

claim twice : Twice satisfies dp(0, 1/100) when any check expect refuted;
