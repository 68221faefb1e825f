// R13: a range whose size is no multiple of the modulus is not uniform modulo it.
// truth: for x = 0, 0 has the probability 1001/1000001; for x = 1 it has 1000/1000001.
// owed: missing-coupling
program Uneven(x : private int) : int {
  k :=$ Uniform(0..1000000);
  return (x + k) mod 1000;
}

claim hidden : Uneven satisfies dp(0) when any expect unknown;
