// T12, T17: a program that leaks must end. Looked at by itself, run 1 comes to the assertion
// alone; what is owed there must not be known afterwards for nothing.
// truth: x is leaked and then nothing ends: both runs have mass 0, and the leaks differ.
// owed: terminates
program Hangs(x : private real) : real {
  leak x;
  assert true;
  while (true) {
    skip;
  }
  return x;
}

claim near : Hangs ~ Hangs : true ==> res{1} = res{2} within (1, 0) expect unknown;
