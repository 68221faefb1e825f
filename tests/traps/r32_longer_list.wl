// R32: a list that is the beginning of another has the same entries where it has any, but not its sum.
// truth: d = [] against [5]: the sums are 0 and 5.
// owed: postcondition
program Total(d : private list[int]) : int {
  return sum(d);
}

claim wrong : Total ~ Total : size(d{1}) <= size(d{2})
  && (forall i. 0 <= i < size(d{1}) ==> d{1}[i] = d{2}[i])
  ==> res{1} = res{2}
  check d in {[], [5]}
  expect refuted;
