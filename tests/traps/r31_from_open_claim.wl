// R31: a claim is said to follow from one that is false.
// truth: s = 0 against s = 1 costs 2*eps with this noise.
// owed one: budget
// owed two: cited-claim
program Half(s : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/(2*eps)) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim one : Half satisfies dp(eps) when within(s, 1) expect unknown;

claim two : Half satisfies dp(3/2*eps) when within(s, 1) from one expect unknown;
