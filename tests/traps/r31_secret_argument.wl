// R31, T7: the eps that is passed is public to the callee, but computed from a secret.
// truth: s = 1 against s = -1: the scale of the noise differs, so that no epsilon below 2*eps is
// enough far out, and the ratio grows without bound in one direction.
// owed two: same-arguments
// lemma one: the callee is private.
program Noisy(s : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Caller(s : private real, eps : real) : real
  requires eps > 0;
{
  y :=$ Noisy(0, if s > 0 then eps else 2*eps) couple by one;
  return y;
}

claim one : Noisy satisfies dp(eps) when within(s, 1);

claim two : Caller satisfies dp(2*eps) when any expect unknown;
