// R26, R17: zcdp is claimed one output at a time.
// truth: randomized response with 3/4 has rho = ln(3)/2 = 0.549; a coupling for each output says
// nothing of the mean over all of them.
// owed: not-supported
program Response(x : private bool) : bool {
  y :=$ Flip(3/4) couple y{2} = (if x{1} = x{2} then y{1} else !y{1});
  return y = x;
}

claim concentrated : Response satisfies zcdp(1/2) when true
  pointwise o
  check x in {false, true}
  expect refuted;
