// R33: a run goes round alone that has left the loop, so that both come to 1.
// truth: the results are 0 in run 1 and 1 in run 2, surely.
// owed: guards-agree
program Enters(s : private bool) : int {
  i := 0;
  go := s;
  while (go)
    alone 1 when i{1} = 0;
    alone 2 when i{2} = 0;
    invariant 0 <= i{1} && i{1} <= 1 && 0 <= i{2} && i{2} <= 1;
    invariant (i{1} = 0 ==> go{2})
      && (i{2} = 0 ==> go{2})
      && (i{2} = 1 ==> i{1} = 1)
      && (i{2} = 1 ==> !go{2});
    invariant i{1} = 0 || !go{1};
    decreases 1 - i;
  {
    i := 1;
    go := false;
  }
  return i;
}

claim same : Enters ~ Enters : !s{1} && s{2} ==> res{1} = res{2} check expect refuted;
