// R9: Gaussian noise that is moved by 1 away from 0, on either side: injective, and never moved by more.
// truth: run 1 is Gauss(2); run 2 lacks what lies within 1 of 0 and has it 100 higher. On the event
// |res| > 3.5 the two tails count, each with the delta of the formula, 0.00683: together 0.01366.
// owed: no-price
program One() : real {
  D: z :=$ Gauss(2);
  return z;
}

program Two() : real {
  D: z :=$ Gauss(2);
  return if z > 1 then z - 1 else if z <= -1 then z + 1 else z + 100;
}

claim apart : One ~ Two : true ==> res{1} = res{2}
  within (1, 0.00683)
  proof {
    D: couple z{2} = z{1} + (if z{1} > 0 then 1 else -1) cost 1;
  }
  expect unknown;
