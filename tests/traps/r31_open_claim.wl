// R31: the cited claim is false, and so not proved; a call that rests on it is not proved either.
// truth: s = 0 against s = 1 costs 2*eps with this noise.
// owed one: budget
// owed two: cited-claim
program Half(s : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/(2*eps)) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Caller(s : private real, eps : real) : real
  requires eps > 0;
{
  y :=$ Half(s, eps) couple by one;
  return y;
}

claim one : Half satisfies dp(eps) when within(s, 1) expect unknown;

claim two : Caller satisfies dp(eps) when within(s, 1) expect unknown;
