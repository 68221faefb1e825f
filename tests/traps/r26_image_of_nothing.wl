// T15, R26: run 2 may draw what no sample of run 1 goes to; the ratio is 2 wherever run 1 comes.
// truth: x = true gives true always. Its divergence from a fair coin is ln(2) = 0.693 at every order, where
// ln(2)^2/2 = 0.240 would be charged, and in the other direction it is infinite.
// owed: support
program Certain(x : private bool) : bool {
  y :=$ Flip(if x then 1 else 1/2) couple y{2} = y{1};
  return y;
}

claim concentrated : Certain satisfies zcdp(ln(2)^2/2) when x{1} && !x{2}
  check x in {false, true}
  expect refuted;
