// R21: an entry goes and another one comes, through a list that is too short for the program.
// truth: [true] against [false] shows true and false for sure.
// lemma near: no two lists of one size differ by an entry more or less
// owed replaced: from-chain
program Show(d : private list[bool]) : bool
  requires size(d) = 1;
{
  return d[0];
}

claim near : Show satisfies dp(0) when add_remove(d);

claim replaced : Show satisfies dp(0) when one_differs(d)
  from near by 2 steps
  check size(d) = 1
  expect refuted;
