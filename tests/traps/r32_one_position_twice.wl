// R32: the two positions at which lists may differ can be one and the same, and the difference there
// counts once.
// truth: d = [1] against [0] with j = k = 0: the sums differ by 1, and twice the difference is 2.
// owed: assertion, postcondition
program Total(d : private list[int]) : int {
  assert sum(d{1}) - sum(d{2}) = d{1}[j] - d{2}[j] + d{1}[k] - d{2}[k];
  return sum(d);
}

claim wrong : Total ~ Total : exists j.
  exists k.
    size(d{1}) = size(d{2})
      && 0 <= j < size(d{1})
      && 0 <= k < size(d{1})
      && j = k
      && |d{1}[j] - d{2}[j]| <= 1
      && (forall i. 0 <= i < size(d{1}) && i != j && i != k ==> d{1}[i] = d{2}[i])
  ==> |res{1} - res{2}| != 1
  check size(d) = 1, d[_] in 0..1
  expect refuted;
