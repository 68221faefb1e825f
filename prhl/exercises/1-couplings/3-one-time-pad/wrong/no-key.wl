// Only the ciphertext is seen.
program OneTimePad(m : private bits[n], n : int) : bits[n]
  requires n >= 1;
{
  key :=$ Uniform(bits(n)) couple key{2} = m{1} xor m{2};
  return m xor key;
}

claim secrecy : OneTimePad ~ OneTimePad : n{1} = n{2} ==> res{1} = res{2};
