// Noise from the tosses of fair coins, as in Dwork, Kenthapadi, McSherry, Mironov and Naor (EUROCRYPT
// 2006). No epsilon alone is enough: 0 is never seen where x holds. With 20 coins the delta is 2^-20.
program Heads(x : private bool) : int {
  z :=$ Binomial(20, 1/2);
  return z + (if x then 1 else 0);
}

claim private : Heads satisfies dp(ln(20), 1/1048576) when any check;

claim pure : Heads satisfies dp(10) when any check expect refuted;
