// R15, R17, T5: one output at a time, each with a slack of its own; the slacks of all outputs add up.
// truth: run 1 gives each of 1 to 5 with probability 1/5, run 2 always 0: delta is 1, and 1/5 for each output.
// owed: slack
program Spread(x : private bool) : int {
  u :=$ Uniform({1, 2, 3, 4, 5})
    couple u{2} = (if u{1} = o then u{1} + 5 else u{1})
    cost 0
    slack 1/5;
  return if x then u else if u > 5 then u - 5 else 0;
}

claim each : Spread ~ Spread : x{1} && !x{2} ==> res{1} = res{2}
  within (0, 1/5)
  pointwise o
  check
  expect refuted;
