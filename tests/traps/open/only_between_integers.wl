// What is broken at n = 5/2 is broken nowhere: n is an int.
// truth: the claims `right` and `weights` hold; `trap` fails at n = 11, where the ratio is 10.
program Integers(x : private bool, n : int) : bool
  requires n >= 2;
{
  b :=$ Flip(1/n);
  return x xor b;
}

claim right : Integers satisfies dp(if 2*n = 5 then 0 else ln(n - 1)) when any;

claim weights : Integers satisfies dp(if 2 < n && n < 3 then 0 else ln(n - 1)) when any;

claim trap : Integers satisfies dp(ln(9)) when any expect refuted;
