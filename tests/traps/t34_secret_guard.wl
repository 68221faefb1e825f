// T34: the relation makes the lists adjacent; the private threshold that they are compared with is
// not mentioned, and is taken to be equal.
// truth: d = [1] in both runs, t = 0 against t = 1: Pr1[res = 1] = 1, Pr2[res = 1] = 0.
// owed: guards-agree, results-equal, invariant-kept
program Above(d : private list[int], t : private int) : int {
  c := 0;
  for i in 0 .. size(d)
    invariant ={c} && cost = 0;
  {
    if (d[i] > t) { c := c + 1; }
  }
  return c;
}

claim private : Above satisfies dp(0) when d{1} = d{2} check d in {[1]}, t in 0..1 expect refuted;
