// T9: a set of two elements that may be one. As two equally likely elements the identity is free.
// truth: x = 0 makes {0, 0}, which is no set of two: the program fails there.
// owed: repeated-element
program Hide(x : private int) : bool {
  y :=$ Uniform({0, x}) couple y{2} = (if y{1} = 0 then 0 else x{2});
  return y = 0;
}

claim private : Hide satisfies noninterference when any check x in 0..2 expect unknown;
