// The one-time pad, BU CS 599, the opening example on probabilistic relational Hoare logic.
// The second run takes the first run's key, xored with both messages: a bijection on uniform
// keys, so it is free, and it makes the two ciphertexts equal. Perfect secrecy for every n.
program OneTimePad(m : private bits[n], n : int) : bits[n]
  requires n >= 1;
{
  key :=$ Uniform(bits(n)) couple key{2} = key{1} xor m{1} xor m{2};
  cipher := m xor key;
  return cipher;
}

// the quadruple of the slides
claim secrecy : OneTimePad ~ OneTimePad : n{1} = n{2} ==> res{1} = res{2} check n in 1..4;

// the same, said as a flow property: the message does not reach the ciphertext
claim hides_all : OneTimePad satisfies noninterference when any check n in 1..3;
