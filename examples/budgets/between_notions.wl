// One promise in several notions: Gaussian noise has a divergence, from which an epsilon follows
// for every delta; pure privacy has a small divergence. What follows is never better than what
// is measured, and what would be too good does not follow.
program NoisyMean(m : private real, sigma : real, rho : real, delta : real) : real
  requires sigma > 0;
  requires rho = 1/(2*sigma^2);
  requires 0 < delta < 1;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

claim concentrated : NoisyMean satisfies zcdp(rho) when within(m, 1);

claim private : NoisyMean satisfies dp(rho + 2*sqrt(rho*ln(1/delta)), delta) when within(m, 1)
  from concentrated;

claim of_order_8 : NoisyMean satisfies rdp(8, 8*rho) when within(m, 1) from concentrated;

claim by_order_8 : NoisyMean satisfies dp(8*rho + ln(1/delta)/7, delta) when within(m, 1)
  from of_order_8;

// no pure privacy from a divergence
claim pure : NoisyMean satisfies dp(100*rho) when within(m, 1) from concentrated expect refuted;

program Response(x : private bool) : bool {
  b :=$ Flip(1/4) couple b{2} = b{1} xor x{1} xor x{2};
  return x xor b;
}

claim ln3 : Response satisfies dp(ln(3)) when any check;

claim small_rho : Response satisfies zcdp(0.6035) when any from ln3 check;

claim second_order : Response satisfies rdp(2, ln(3)) when any from ln3 check;

claim first_orders : Response satisfies rdp(3/2, 0.9053) when any from small_rho check;

claim loose : Response satisfies dp(2, 1/1000) when any from ln3 check;

// there and back again one pays
claim back : Response satisfies dp(5.876, 1/100000) when any from small_rho check;

claim too_small : Response satisfies zcdp(1/4) when any from ln3 check expect refuted;

program Rarely(x : private bool) : bool {
  b :=$ Flip(if x then 1/10 else 0);
  return b;
}

claim rare : Rarely satisfies dp(0, 1/10) when any check;

// what one run shows with probability 1/10 is impossible in the other
claim divergence_of_a_delta : Rarely satisfies zcdp(5) when any from rare check expect refuted;
