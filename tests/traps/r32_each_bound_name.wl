// R32: the name of a comprehension must not catch one that stands for something else.
// truth: d = [0, 1]: each element is equal to one of the two, so that 2 pairs are equal, not all 4.
// owed: postcondition
program Equal(d : private list[int]) : int {
  return sum(count(y in d if y = x) for x in [y for y in d]);
}

claim caught : Equal ~ Equal : d{1} = d{2} ==> res{1} = sum(size(d{1}) for y in d{1})
  check d = [0, 1]
  expect refuted;
