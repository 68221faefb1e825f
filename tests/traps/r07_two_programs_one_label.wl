// R7, T7: two programs whose draws have the same label and the same name, but not the same scale.
// truth: Pr1[|res| > t] = exp(-t), Pr2[|res| > t] = exp(-t/2); in the twin Pr1[res = 0] = 1/2,
// Pr2[res = 0] = 1/3.
// owed: same-noise
program Narrow(n : int) : real {
  L: z :=$ Laplace(1) couple z{2} = z{1};
  return z;
}

program Wide(n : int) : real {
  L: z :=$ Laplace(2) couple z{2} = z{1};
  return z;
}

program Two(n : int) : int {
  L: z :=$ Uniform(0..1) couple z{2} = z{1};
  return z;
}

program Three(n : int) : int {
  L: z :=$ Uniform(0..2) couple z{2} = z{1};
  return z;
}

claim same : Narrow ~ Wide : true ==> res{1} = res{2} expect unknown;

claim uniform : Two ~ Three : n{1} = n{2} ==> res{1} = res{2} check n = 0 expect refuted;
