// T28, R17: pointwise by c, where the coupling turns c = o into another c that gives the same result.
// The results agree whenever run 1 has o; that run 2 has o as well is forgotten.
// truth: s = 0 against s = 1: Pr1[res = true] = 2/3, Pr2[res = true] = 1/3.
// owed: output-equal
program Third(s : private int) : bool {
  c :=$ Uniform(0..2)
    couple c{2} = (if (s{1} > 0) = (s{2} > 0)
        then c{1}
        else (c{1} + (if o = 1 then 2 else 1)) mod 3);
  return if s > 0 then c = 0 else c != 0;
}

claim free : Third satisfies dp(0) when any pointwise o = c check s in 0..1 expect refuted;
