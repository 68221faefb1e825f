// R31, T9: the callee requires eps > 0; the caller allows 0, where the callee divides by zero.
// truth: at eps = 0 the call ends in a run-time error.
// owed two: callee-requires
// lemma one: the callee is private.
program Noisy(s : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Caller(s : private real, eps : real) : real
  requires eps >= 0;
{
  y :=$ Noisy(s, eps) couple by one;
  return y;
}

claim one : Noisy satisfies dp(eps) when within(s, 1);

claim two : Caller satisfies dp(eps) when within(s, 1) expect unknown;
