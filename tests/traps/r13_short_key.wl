// R13: the key is one bit shorter than the message, whose first bit goes out as it is.
// truth: first = false against first = true: Pr1[res.0 = false] = 1, Pr2[res.0 = false] = 0.
// owed: results-equal
program Short(first : private bool, m : private bits[n], n : int) : (bool, bits[n])
  requires n >= 1;
{
  key :=$ Uniform(bits(n)) couple key{2} = key{1} xor m{1} xor m{2};
  return (first, m xor key);
}

claim secrecy : Short satisfies noninterference when any check n = 1 expect refuted;
