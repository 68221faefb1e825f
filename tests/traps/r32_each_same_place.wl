// R32: the list of the elements that meet a condition has another size than the list that they are of.
// truth: d = [0, 3, 1] against [3, 3, 1]: of the elements above 0 the first are 3 and 3, the second 1 and
// 3, and there are two and three of them.
// owed: postcondition
program Above(d : private list[int]) : list[int] {
  return [x for x in d if x > 0];
}

claim place : Above ~ Above : one_differs(d) && d{1}[1] = d{2}[1]
  ==> size(res{1}) > 1 && size(res{2}) > 1 ==> res{1}[1] = res{2}[1]
  check d in {[0, 3, 1], [3, 3, 1]}
  expect refuted;

claim many : Above ~ Above : one_differs(d) ==> size(res{1}) = size(res{2})
  check d in {[0], [1]}
  expect refuted;

claim all : Above ~ Above : d{1} = d{2} ==> size(res{1}) = size(d{1}) check d = [0] expect refuted;
