// R32: the entry at a position of a sorted list is not the one that stood there before it was sorted, and a
// change of one entry may move many.
// truth: [2, 1] has 1 in front when it is sorted; [0, 1, 2] against [3, 1, 2] are sorted [0, 1, 2] and
// [1, 2, 3], which differ everywhere; [0, 9, 9] against [0, 0, 9]: the medians are 9 and 0.
// owed: postcondition
program Sorted(d : private list[int]) : list[int]
  requires size(d) >= 1;
{
  return sort(d);
}

claim place : Sorted ~ Sorted : d{1} = d{2} ==> res{1}[0] = d{1}[0] check d = [2, 1] expect refuted;

claim moved : Sorted ~ Sorted : one_differs(d) && size(d{1}) = 3 && d{1}[1] = d{2}[1]
  ==> res{1}[1] = res{2}[1]
  check d in {[0, 1, 2], [3, 1, 2]}
  expect refuted;

claim rises : Sorted ~ Sorted : d{1} = d{2} && size(d{1}) = 2 ==> res{1}[0] < res{1}[1]
  check d = [1, 1]
  expect refuted;

program Median(d : private list[int]) : int
  requires size(d) = 3;
{
  return sort(d)[1];
}

claim near : Median ~ Median : one_differs(d) ==> |res{1} - res{2}| <= 1
  check d in {[0, 9, 9], [0, 0, 9]}
  expect refuted;

claim comes : Sorted ~ Sorted : add_remove(d) ==> res{1}[0] = res{2}[0]
  check d in {[1], [0, 1]}
  expect refuted;

claim close : Sorted ~ Sorted : all_within(d, 2) ==> res{1}[0] <= res{2}[0] + 1
  check d in {[2], [0]}
  expect refuted;
