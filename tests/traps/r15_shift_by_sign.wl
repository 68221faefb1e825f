// R15: Laplace noise that is moved by 1 away from 0, on either side: injective, and never moved by more.
// truth: run 1 is Laplace(1); run 2 lacks what lies within 1 of 0 and has it 100 higher. At epsilon 1/2
// both tails are left over, each (1 - exp(-1/2))/2: together 0.3934. The formula, 1 - exp(-1/4), says 0.2212.
// owed: no-price
program One() : real {
  D: z :=$ Laplace(1);
  return z;
}

program Two() : real {
  D: z :=$ Laplace(1);
  return if z > 1 then z - 1 else if z <= -1 then z + 1 else z + 100;
}

claim apart : One ~ Two : true ==> res{1} = res{2}
  within (1/2, 0.23)
  proof {
    D: couple z{2} = z{1} + (if z{1} > 0 then 1 else -1) cost 1/2 slack 0.23;
  }
  expect unknown;
