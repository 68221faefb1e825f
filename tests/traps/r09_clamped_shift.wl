// R9, T8: noise that is cut off at its ends is moved at the price of noise that is not. The mass
// beyond an end sits on it: 2/3 at 0 against 1/6 at 1.
// truth: s = 0 against s = 1: Pr1[res = 1] = 2/3, Pr2[res = 1] = 1/6, a ratio of 4.
// owed: price, support, injective, not-a-shift
program Ends(s : private int) : int {
  z :=$ Clamp(DiscreteLaplace(1/ln(2)), 0, 3)
    couple z{2} = (if z{1} = 0 then 1 else if z{1} = 1 then 0 else z{1})
    cost ln(2);
  return if s = 0 && z <= 1 then 1 - z else z;
}

claim near : Ends ~ Ends : s{1} = 0 && s{2} = 1 ==> res{1} = res{2}
  within (ln(2))
  check s in 0..1
  expect refuted;
