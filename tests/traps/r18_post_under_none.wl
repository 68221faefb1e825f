// R12, R18: a larger start gives a larger end, if the same steps are drawn; here they are not coupled.
// truth: the claim holds; the annotation is wrong: couple u{2} = u{1} is needed.
// owed: postcondition
program Step(x : int) : int {
  u :=$ Uniform(0..9) couple none;
  return x + u;
}

claim larger : Step ~ Step : x{1} <= x{2} ==> res{1} <= res{2} expect unknown;
