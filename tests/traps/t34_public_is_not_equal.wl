// T34: in a quadruple nothing is equal but by the precondition, public parameters included. Inputs
// that are enumerated with one b for both runs never meet the pair that matters.
// truth: b = false against b = true: Pr1[res = false] = 1, Pr2[res = false] = 0.
// owed: postcondition, results-equal
program Shown(b : bool) : bool {
  return b;
}

claim same : Shown ~ Shown : true ==> res{1} = res{2} check expect refuted;
