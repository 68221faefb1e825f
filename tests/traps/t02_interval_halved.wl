// T2, R7: u is uniform between 0 and 1 and its image is half of it. All densities are 1, but an interval
// goes to one of half its length.
// truth: x = false against x = true: Pr1[res > 1] = 0, Pr2[res > 1] = 1/2, and Pr1[res <= 1] = 1 against 1/2.
// owed: not-a-shift
program Halved(x : private bool) : real {
  u :=$ UniformReal(0, 1) couple u{2} = u{1}/2;
  return if x then 2*u else u;
}

claim same : Halved ~ Halved : !x{1} && x{2} ==> res{1} = res{2} check expect refuted;
