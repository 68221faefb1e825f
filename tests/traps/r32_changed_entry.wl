// R32: an entry that is changed takes its old value out of the sum, and the maximum may be gone with it.
// truth: d = [1] with 2 at position 0 has the sum 2, not 3, and the maximum 2; d = [4] with 2 there has
// the maximum 2, not 4.
// owed total: postcondition
// owed most: postcondition
// owed appended: postcondition
program Total(d : list[int]) : int
  requires size(d) >= 1;
{
  a := d;
  a[0] := 2;
  return sum(a);
}

claim total : Total ~ Total : d{1} = d{2} ==> res{1} = sum(d{1}) + 2
  check size(d) = 1, d[_] in {1, 4}
  expect refuted;

program Most(d : list[int]) : int
  requires size(d) >= 1;
{
  a := d;
  a[0] := 2;
  return max(a);
}

claim most : Most ~ Most : d{1} = d{2} ==> res{1} = max(max(d{1}), 2)
  check size(d) = 1, d[_] in {1, 4}
  expect refuted;

program Appended(d : list[int]) : int {
  return max(d ++ [2]);
}

claim appended : Appended ~ Appended : d{1} = d{2} ==> res{1} = 2
  check size(d) = 1, d[_] in {1, 4}
  expect refuted;
