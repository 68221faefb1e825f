// R32: an element that stands in a list twice is still there when one of the two is changed, and one that
// is there is so at some position, not at every one.
// truth: d = [1, 1] against [1, 0]: 1 is in both; d = [1] against [0]: 1 is in one of them.
// owed: postcondition
program Member(d : private list[int], v : int) : bool {
  return mem(v, d);
}

claim gone : Member ~ Member : one_differs(d) at k
  && ={v}
  && d{1} != d{2}
  && d{1}[k] = v{1}
  && size(d{1}) > 0
  ==> !res{2}
  check d in {[1, 1], [1, 0]}, v = 1
  expect refuted;

claim same : Member ~ Member : one_differs(d) && ={v} ==> res{1} = res{2}
  check d in {[0], [1]}, v = 1
  expect refuted;

claim first : Member ~ Member : ={d, v} && size(d{1}) > 0 && d{1}[0] != v{1} ==> !res{1}
  check d = [0, 1], v = 1
  expect refuted;
