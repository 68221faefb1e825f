// The Randomised Response Mechanism in a counting query, QIF thesis, appendix A.3: a randomised
// response is added to a fixed database of nine answers, four of them yes, and the count is leaked.
// The count is 4 or 5 with the channel of the single response, so the price is ln(3) again. The
// program has no result: what is observed is the leak.
program RRMCount(resp : private bool) {
  database := [0, 1, 0, 1, 1, 0, 1, 0, 0];
  coin :=$ Flip(1/2);
  new_data :=$ Choice({resp @ 1/2, coin @ 1/2});
  database := database ++ [if new_data then 1 else 0];
  total := 0;
  for i in 0 .. size(database) {
    total := total + database[i];
  }
  leak total;
}

claim ln3 : RRMCount satisfies dp(ln(3)) when any check;

claim ln2 : RRMCount satisfies dp(ln(2)) when any check expect refuted;
