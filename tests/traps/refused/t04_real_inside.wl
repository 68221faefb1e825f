// T4: the same mistake with the reals inside a list of pairs.
// truth: the pattern of hits is countable, the released values are not.
// refused: pointwise-real
program Released(x : private real) : list[(bool, real)] {
  z :=$ Laplace(1) couple z{2} = z{1} + x{1} - x{2};
  return [(x > 0, x + z)];
}

claim one : Released satisfies dp(1) when within(x, 1) pointwise o expect unknown;
