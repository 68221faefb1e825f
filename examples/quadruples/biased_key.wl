// A pad whose key bit is not fair, true with probability 1/4: the ciphertext leans towards the
// message. Perfect secrecy is refuted; what is left is randomized response, ln(3) from run 1 to 2.
program BiasedPad(m : private bool) : bool {
  key :=$ Flip(1/4);
  return m xor key;
}

claim secrecy : BiasedPad ~ BiasedPad : true ==> res{1} = res{2} check expect refuted;

claim bounded : BiasedPad ~ BiasedPad : true ==> res{1} = res{2} within (ln(3), 0) check;
