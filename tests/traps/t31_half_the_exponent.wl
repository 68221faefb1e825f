// T31, R11: randomized response with exp(eps)/(1 + exp(eps)). The odds are exp(eps), so that the
// price is eps; exp as a function of which nothing is known allows half of it, or twice.
// truth: eps = ln(4), x = 0 against x = 1: Pr1[res = false] = 4/5, Pr2[res = false] = 1/5.
// owed: price
program Response(x : private int, eps : real) : bool
  requires eps > 0;
{
  y :=$ Flip(exp(eps)/(1 + exp(eps)))
    couple y{2} = (if (x{1} > 0) = (x{2} > 0) then y{1} else !y{1})
    cost (if (x{1} > 0) = (x{2} > 0) then 0 else eps/2);
  return y = (x > 0);
}

claim half : Response satisfies dp(eps/2) when any check x in 0..1, eps = ln(4) expect refuted;
