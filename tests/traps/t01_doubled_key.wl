// T1, R13: doubling a key mod m is a bijection for odd m only.
// truth: m = 2, s = 0 against s = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 1/2; for m = 3 all is well.
// owed: injective
program DoubledKey(s : private int, m : int) : int
  requires m >= 1;
{
  key :=$ Uniform(0 .. m - 1) couple key{2} = 2 * key{1} mod m{1};
  return if s = 0 then 2 * key mod m else key;
}

claim same : DoubledKey ~ DoubledKey : s{1} = 0 && s{2} = 1 && m{1} = m{2} ==> res{1} = res{2}
  check s in 0..1, m in 2..3
  expect refuted;
