// The Randomised Response Mechanism on a single response, QIF thesis, sections 3.1 and 3.4.
// The result is either the response or a second coin, each with probability 1/2. The two choices
// may be equal, so it is a Choice, whose equal entries add up. The channel is
// [[3/4, 1/4], [1/4, 3/4]]: ln(3), and a posterior Bayes vulnerability of 3/4.
program RRM(resp : private bool) : bool {
  coin :=$ Uniform({false, true});
  result :=$ Choice({coin @ 1/2, resp @ 1/2});
  return result;
}

claim ln3 : RRM satisfies dp(ln(3)) when any check;

claim less_than_ln3 : RRM satisfies dp(1.0986) when any check expect refuted;

// flipping the response with probability 1/2 says nothing about it, and is worth nothing
program HalfFlipped(resp : private bool) : bool {
  toss :=$ Flip(1/2) couple toss{2} = toss{1} xor resp{1} xor resp{2};
  return resp xor toss;
}

claim no_information : HalfFlipped satisfies dp(0) when any check;
