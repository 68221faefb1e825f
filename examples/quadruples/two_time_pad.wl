// The two-time pad: one key for two messages, the mistake that VENONA lived on.
// The xor of the two ciphertexts is the xor of the messages. The key of run 2 can make one
// ciphertext agree, not both.
program TwoTimePad(a : private bits[n], b : private bits[n], n : int) : (bits[n], bits[n])
  requires n >= 1;
{
  key :=$ Uniform(bits(n)) couple key{2} = key{1} xor a{1} xor a{2};
  return (a xor key, b xor key);
}

claim secrecy : TwoTimePad ~ TwoTimePad : n{1} = n{2} ==> res{1} = res{2}
  check n in 1..2
  expect refuted;

claim same_difference : TwoTimePad ~ TwoTimePad : n{1} = n{2} && a{1} xor b{1} = a{2} xor b{2}
  ==> res{1} = res{2}
  check n in 1..2;
