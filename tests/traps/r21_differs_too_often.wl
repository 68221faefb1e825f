// R21: lists that differ at three positions are taken for two steps apart.
// truth: [false, false, false] against [true, true, true] has the ratio 27 at the output [false, false, false],
// and 27 > exp(2*ln(3)) = 9.
// lemma one: lists that differ at one position
// owed two: from-chain
program Survey(d : private list[bool]) : list[bool]
  requires size(d) = 3;
{
  a :=$ Flip(1/4) couple a{2} = a{1} xor d{1}[0] xor d{2}[0];
  b :=$ Flip(1/4) couple b{2} = b{1} xor d{1}[1] xor d{2}[1];
  c :=$ Flip(1/4) couple c{2} = c{1} xor d{1}[2] xor d{2}[2];
  return [d[0] xor a, d[1] xor b, d[2] xor c];
}

claim one : Survey satisfies dp(ln(3)) when one_differs(d);

claim two : Survey satisfies dp(2*ln(3)) when some_differ(d, 3)
  from one by 2 steps
  check size(d) = 3
  expect refuted;
