// R32: one entry that is seen twice is counted once, and so is a value that is asked for twice.
// truth: d = [3] with i = j = 0 has one 3, not two; d = [3] with v = w = 3: both counts are 1, and the
// size is 1.
// owed seen: postcondition
// owed asked: postcondition
program Number(d : list[int], i : int, j : int) : int
  requires 0 <= i && i < size(d);
  requires 0 <= j && j < size(d);
{
  return count(d, 3);
}

claim seen : Number ~ Number : d{1} = d{2} && d{1}[i{1}] = 3 && d{1}[j{1}] = 3 ==> res{1} >= 2
  check size(d) = 1, d[_] = 3, i = 0, j = 0
  expect refuted;

program Both(d : list[int], v : int, w : int) : int {
  return count(d, v) + count(d, w);
}

claim asked : Both ~ Both : d{1} = d{2} ==> res{1} <= size(d{1})
  check size(d) = 1, d[_] = 3, v = 3, w = 3
  expect refuted;
