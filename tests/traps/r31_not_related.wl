// R31: the claim about the callee speaks of values that are 1 apart; twice the value is passed.
// truth: s = 0 against s = 1 moves the noise by 2, which costs 2*eps, not eps; in the twin the
// outputs are 0..1 against 2..3.
// owed doubled: callee-relation
// lemma one: the callee is private for values that are 1 apart.
// owed apart: callee-relation
// lemma near: the callee is private for equal values.
program Noisy(s : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Doubled(s : private real, eps : real) : real
  requires eps > 0;
{
  y :=$ Noisy(2*s, eps) couple by one;
  return y;
}

program Coin(s : private int) : int {
  z :=$ Uniform(0..1) couple z{2} = z{1};
  return s + z;
}

program Apart(s : private int) : int {
  y :=$ Coin(2*s) couple by near;
  return y;
}

claim one : Noisy satisfies dp(eps) when within(s, 1);

claim doubled : Doubled satisfies dp(eps) when within(s, 1) expect unknown;

claim near : Coin satisfies dp(0) when within(s, 0);

claim apart : Apart satisfies dp(0) when within(s, 1) check s in 0..1 expect refuted;
