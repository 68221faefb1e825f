// R32: if no element meets a condition there is no greatest one among them, although the list is not empty.
// truth: d = [0] has no element above 0, and 1/0 is no number: run-time errors.
// owed none: index-out-of-range
// owed zero: division-by-zero
program Most(d : private list[int]) : int
  requires size(d) >= 1;
{
  return max(x for x in d if x > 0);
}

claim none : Most ~ Most : d{1} = d{2} ==> res{1} = res{2} check d = [0] expect unknown;

program Ratios(d : private list[int]) : real {
  return sum(1/x for x in d if x != 1);
}

claim zero : Ratios ~ Ratios : d{1} = d{2} ==> res{1} = res{2} check d = [0] expect unknown;
