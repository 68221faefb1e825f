// T32: div and mod are Euclidean: -7 div -2 is 4 and -7 mod -2 is 1. Rounding down gives 3 and -1,
// and cutting towards zero gives the same here.
// truth: Pr1[res = (4, 1)] = 1, Pr2[res = (4, 1)] = 0.
// owed: results-equal, postcondition
program Divide(a : int, b : int) : (int, int)
  requires b != 0;
{
  return (a div b, a mod b);
}

program Floored(a : int, b : int) : (int, int) {
  return (3, -1);
}

claim same : Divide ~ Floored : ={a, b} && a{1} = -7 && b{1} = -2 ==> res{1} = res{2}
  check a = -7, b = -2
  expect refuted;
