// eps stands beside exp(eps): as independent numbers they obey inequalities of exp.
// truth: at eps = 1/2 the masses of `false` are 1/2 and 3/8, and 1/2 > exp(1/8)*3/8.
program Beside(x : private bool, eps : real) : bool
  requires 0 < eps && eps < 1;
{
  b :=$ Flip(if x then 1/2 else 1/2 + eps/4);
  return b;
}

claim trap : Beside satisfies dp(eps/4) when any expect refuted;

claim right : Beside satisfies dp(eps) when any;
