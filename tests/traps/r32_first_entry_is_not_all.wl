// R32: a list that holds v at a position that is looked at may hold something else elsewhere.
// truth: d = [3, 1]: its sum is not d[0], and it has 3 once, not twice.
// owed: postcondition
program Total(d : list[int]) : int
  requires size(d) >= 1;
  requires forall j. 0 <= j < size(d) ==> 1 <= d[j] <= 3;
{
  return sum(d);
}

claim total : Total ~ Total : d{1} = d{2} && d{1}[0] = 3 ==> res{1} = 3
  check size(d) = 2, d[_] in {1, 3}
  expect refuted;

program Number(d : list[int]) : int
  requires size(d) >= 1;
  requires forall j. 0 <= j < size(d) ==> 1 <= d[j] <= 3;
{
  return count(d, 3);
}

claim number : Number ~ Number : d{1} = d{2} && d{1}[0] = 3 ==> res{1} = size(d{1})
  check size(d) = 2, d[_] in {1, 3}
  expect refuted;
