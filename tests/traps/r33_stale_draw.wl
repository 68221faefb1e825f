// R33, R15: in a round of run 2 alone a bad event of run 1 is paid for, and nothing is bad.
// truth: delta is 1: s is returned.
// owed: results-equal, not-supported, invariant-kept, slack, no-price
program Rounds(s : private bool) : bool {
  t := 0;
  x := 0;
  i := if s then 0 else 1;
  while (i < 2)
    alone 1 when i{1} < i{2};
    alone 2 when i{2} < i{1};
    invariant 0 <= i{1} && i{1} <= 2 && 0 <= i{2} && i{2} <= 2;
    invariant i{1} = i{2} || (!s{1} && i{2} = 0 && i{1} = 1) || (s{1} && i{1} = 0 && i{2} = 1);
    invariant slack <= (if i{2} > i{1} then i{2} else i{1})*1/4;
    invariant cost = 0;
    invariant x{1} = t{1};
  {
    x :=$ Uniform(1..4) couple x{2} = x{1} except x{1} = t{1} slack 1/4;
    t := x;
    i := i + 1;
  }
  return s;
}

claim small : Rounds satisfies dp(0, 1/2) when any check expect refuted;
