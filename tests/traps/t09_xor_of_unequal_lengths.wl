// T9: a message and a key whose lengths may differ. Compared position by position up to the shorter
// one, the pad works.
// truth: n = 1, k = 2: the xor of bit strings of different lengths: the program fails there.
// owed: length-mismatch
program Pad(m : private bits[n], n : int, k : int) : bits[n]
  requires n >= 1;
  requires k >= 1;
{
  key :=$ Uniform(bits(k)) couple key{2} = key{1} xor m{1} xor m{2};
  return m xor key;
}

claim private : Pad satisfies noninterference when any check n = 1, k in 1..2 expect unknown;
