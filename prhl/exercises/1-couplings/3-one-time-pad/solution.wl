// Only the ciphertext is seen.
program OneTimePad(m : private bits[n], n : int) : bits[n]
  requires n >= 1;
{
  // From m{1} xor key{1} = m{2} xor key{2}, solved for key{2}. Doing it twice changes nothing: a bijection.
  key :=$ Uniform(bits(n)) couple key{2} = key{1} xor m{1} xor m{2};
  return m xor key;
}

claim secrecy : OneTimePad ~ OneTimePad : n{1} = n{2} ==> res{1} = res{2};
