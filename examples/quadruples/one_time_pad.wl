// The one-time pad, Vernam 1926, Shannon 1949; the slides of BU CS 599: perfect secrecy.
// The ciphertext says nothing about the message, for every length n: run 2 uses the key that turns
// its own message into the ciphertext of run 1, and every key is used once.
program OneTimePad(m : private bits[n], n : int) : bits[n]
  requires n >= 1;
{
  key :=$ Uniform(bits(n)) couple key{2} = key{1} xor m{1} xor m{2};
  return m xor key;
}

claim secrecy : OneTimePad ~ OneTimePad : n{1} = n{2} ==> res{1} = res{2} check n in 1..3;

claim private : OneTimePad satisfies dp(0) when any check n in 1..3;
