// R32: entries of at most 1 have a sum of at most the size, not of at most 1.
// truth: d = [1, 1] has the sum 2.
// owed: postcondition
program Total(d : list[int]) : int
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 1;
{
  return sum(d);
}

claim wrong : Total ~ Total : d{1} = d{2} ==> res{1} <= 1
  check size(d) = 2, d[_] in 0..1
  expect refuted;
