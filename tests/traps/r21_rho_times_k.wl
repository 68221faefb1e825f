// R21, R26: over two steps rho is doubled, and not taken four times.
// truth: x = 0 against x = 2 has the divergence 2*alpha of every order alpha, and 2 > 2 * 1/2.
// lemma one: one step
// owed two: from-budget
program Noisy(x : private real) : real {
  z :=$ Gauss(1) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim one : Noisy satisfies zcdp(1/2) when within(x, 1);

claim two : Noisy satisfies zcdp(2*1/2) when within(x, 2) from one by 2 steps expect unknown;
