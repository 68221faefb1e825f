// Randomized response among k = 4 answers, Kairouz, Oh and Viswanath, NIPS 2014: the truth with
// probability p, each of the three others with probability (1 - p)/3: exactly ln(3*p/(1 - p)).
// The first program draws how far the report is from the truth, and run 2 turns this distance by
// the difference of the truths; the second draws the report itself, coupled by the identity.
program RandRespTurn(x : private int, p : real) : int
  requires 0 <= x && x <= 3;
  requires 1/4 <= p && p < 1;
{
  far :=$ Choice({0 @ p, 1 @ (1 - p)/3, 2 @ (1 - p)/3, 3 @ (1 - p)/3})
    couple far{2} = (far{1} + x{1} - x{2}) mod 4
    cost (if x{1} = x{2} then 0 else ln(3*p/(1 - p)));
  return (x + far) mod 4;
}

program RandRespFour(x : private int, p : real) : int
  requires 0 <= x && x <= 3;
  requires 1/4 <= p && p < 1;
{
  y :=$ Choice({
    0 @ (if x = 0 then p else (1 - p)/3),
    1 @ (if x = 1 then p else (1 - p)/3),
    2 @ (if x = 2 then p else (1 - p)/3),
    3 @ (if x = 3 then p else (1 - p)/3)
  })
    couple y{2} = y{1}
    cost (if x{1} = x{2} then 0 else ln(3*p/(1 - p)));
  return y;
}

claim turned : RandRespTurn satisfies dp(ln(3*p/(1 - p))) when any check x in 0..3, p in {1/2, 3/4};

claim direct : RandRespFour satisfies dp(ln(3*p/(1 - p))) when any check x in 0..3, p in {1/2, 3/4};
