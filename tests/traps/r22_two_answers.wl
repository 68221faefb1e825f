// R22: two answers from the same data, each with noise of its own, claimed at the price of one.
// truth: c = 0 against c = 1: the event (0, 0) is likelier by exp(2*eps), both draws being exp(eps) likelier.
// owed: budget
program TwoAnswers(c : private int, eps : real) : (int, int)
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps) couple y{2} = y{1} + c{1} - c{2};
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return (c + y, c + z);
}

claim one_price : TwoAnswers satisfies dp(eps) when within(c, 1) expect unknown;
