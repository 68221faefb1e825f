// R16: one list of scores is the other with one more; the index of run 1 may not exist in run 2.
// truth: u = [0, 0] against [0]: Pr1[1] = 1/2, Pr2[1] = 0.
// owed: same-noise, support
program More(u : private list[int]) : int
  requires size(u) >= 1;
{
  r :=$ ExpMech(2*ln(2), u) couple r{2} = r{1};
  return r;
}

claim private : More satisfies dp(2*ln(2)) when add_remove(u)
  check u in {[0], [0, 0]}
  expect refuted;
