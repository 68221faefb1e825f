// R9, T7: the scale of Gumbel noise is the secret, and no move has a price between different scales.
// truth: x = true against x = false: Pr[res > 10] is 1 - exp(-exp(-1)) > 3/10 against less than 10^-4.
// owed: same-noise
program Told(x : private bool) : real {
  z :=$ Gumbel(if x then 10 else 1) couple z{2} = z{1} + 1;
  return z;
}

claim same : Told ~ Told : x{1} && !x{2} ==> res{2} = res{1} + 1 within (1, 0) expect unknown;
