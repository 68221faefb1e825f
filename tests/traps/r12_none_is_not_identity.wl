// R12: independent draws are released. The claim is true, since x is not used; but draws that are not
// coupled are not equal.
// truth: the claim holds; the annotation is wrong: couple n{2} = n{1} is needed.
// owed: results-equal
program Die(x : private int, s : int) : int {
  n :=$ Uniform(1..6) couple none;
  return n + s;
}

claim free : Die satisfies noninterference when any expect unknown;
