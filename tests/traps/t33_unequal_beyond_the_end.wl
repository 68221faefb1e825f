// T33, T17: lists of one size, with the same entries, that are not equal. There are none; arrays that
// differ beyond the end of the list make it look possible.
// truth: the claim holds of no pair of inputs, and the answer must say so.
// owed: vacuous
program Secret(d : private list[int]) : list[int] {
  return d;
}

claim private : Secret satisfies noninterference
  when size(d{1}) = size(d{2})
    && (forall j. 0 <= j && j < size(d{1}) ==> d{1}[j] = d{2}[j])
    && d{1} != d{2};
