// R9: integer noise in one program, continuous noise in the other, each with exp(-|z|/b) in its
// formula. A mass is never compared with a density.
// truth: Pr1[res is whole] = 1, Pr2[res is whole] = 0: no epsilon is enough.
// owed: same-noise, support, not-supported
program Whole(b : real) : real
  requires b > 0;
{
  L: z :=$ DiscreteLaplace(b);
  return z;
}

program Smooth(b : real) : real
  requires b > 0;
{
  L: z :=$ Laplace(b);
  return z;
}

claim near : Whole ~ Smooth : b{1} = b{2} ==> res{1} = res{2}
  within (1)
  proof {
    L: couple z{2} = z{1} cost 1;
  }
  expect unknown;
