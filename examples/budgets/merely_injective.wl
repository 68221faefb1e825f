// Concentrated privacy asks more of a coupling than pure privacy does. A map that is injective, but
// does not reach all that run 2 can draw, has a price under dp; half of its square is no bound on
// rho: run 1 draws 0, run 2 draws 0 with probability 1/2, the loss is ln(2) for sure, and so is every
// divergence. So the claim is refuted; where it happens to be true, such a proof is not accepted.
program Starts(x : private bool) : int {
  n :=$ Choice({0 @ (if x then 1 else 1/2), 1 @ (if x then 0 else 1/2)}) couple n{2} = n{1};
  return n;
}

claim pure_one_way : Starts ~ Starts : x{1} && !x{2} ==> res{1} = res{2} within (ln(2), 0) check;

claim half_the_square : Starts satisfies zcdp(ln(2)^2/2) when any check expect refuted;

// One-sided noise that is moved away from its end reaches all values but the first. Under dp that has
// a price, in one direction.
program Waits(x : private int) : int
  requires x >= 0;
{
  g :=$ Geometric(1/2) couple g{2} = g{1} + x{1} - x{2};
  return x + g;
}

claim one_way : Waits ~ Waits : 0 <= x{1} - x{2} && x{1} - x{2} <= 1 ==> res{1} = res{2}
  within (ln(2), 0);

claim waits : Waits satisfies zcdp(ln(2)^2/2) when within(x, 1) check x in 0..1 expect refuted;

// The question of sparse vector: is x above a threshold? It is answered by a shift that looks at the
// draw, for which dp charges eps. The claim in rho is true, by a shift that does not look; with this
// one it stays unknown.
program Above(x : private int, eps : real) : bool
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps)
    couple z{2} = (if x{1} + z{1} > 0 then z{1} + 1 else z{1} + x{1} - x{2})
    cost eps;
  return x + z > 0;
}

claim above_one_way : Above ~ Above : ={eps} && x{1} = x{2} + 1 ==> res{1} = res{2} within (eps, 0);

claim above : Above satisfies zcdp(eps^2/2) when within(x, 1) expect unknown;
