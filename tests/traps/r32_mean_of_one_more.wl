// R32: the mean of n entries between 0 and 1 moves by up to 1/n if one of them changes; if one comes or
// goes, that is no bound at all with n the larger of the two sizes, let alone their sum.
// truth: d = [0] against [1]: the means are 0 and 1, further apart than 1/2; d = [0] against [0, 1]: they
// are 0 and 1/2, further apart than 1/3.
// owed: postcondition
program Mean(d : private list[int]) : real
  requires size(d) >= 1;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 1;
{
  return sum(d)/size(d);
}

claim changes : Mean ~ Mean : one_differs(d) ==> |res{1} - res{2}| <= 1/(size(d{1}) + 1)
  check size(d) = 1, d[_] in 0..1
  expect refuted;

claim comes : Mean ~ Mean : add_remove(d) ==> |res{1} - res{2}| <= 1/(size(d{1}) + size(d{2}))
  check d in {[0], [0, 1]}
  expect refuted;
