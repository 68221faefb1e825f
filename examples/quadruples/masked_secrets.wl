// Keys of 64 bits, and no annotation: additive secret sharing (Shamir 1979, Blakley 1979; with all
// shares needed: Karnin, Greene and Hellman 1983) and the left-or-right game for a one-time pad
// (Bellare, Desai, Jokipii and Rogaway 1997). No input is enumerated: what is seen is a uniform
// draw, whatever is hidden in it, and one law for all inputs is all that these claims ask for.
program LeftOrRight(
  left : private bits[64],
  right : private bits[64],
  b : private bool
) : bits[64] {
  key :=$ Uniform(bits(64));
  if (b) { cipher := right xor key; } else { cipher := left xor key; }
  return cipher;
}

program Ideal() : bits[64] {
  key :=$ Uniform(bits(64));
  return key;
}

claim same_for_both : LeftOrRight satisfies noninterference when any;

claim as_if_nothing_were_sent : LeftOrRight ~ Ideal : true ==> res{1} = res{2};

// two of three shares of a number, modulo a prime
program TwoShares(x : private int) : (int, int) {
  a :=$ Uniform(0..1000000006);
  b :=$ Uniform(0..1000000006);
  return (a, (x - a - b) mod 1000000007);
}

claim two_are_not_enough : TwoShares satisfies dp(0) when any;

// all three of them: nothing is hidden any more
program AllShares(x : private bool) : (int, int, int) {
  a :=$ Uniform(0..4);
  b :=$ Uniform(0..4);
  return (a, b, ((if x then 1 else 0) - a - b) mod 5);
}

claim three_are : AllShares satisfies dp(0) when any expect refuted;

// two wires of a circuit whose secrets are masked (Ishai, Sahai and Wagner 2003), read by probes
program Probe(x : private bool, y : private bool) : (bool, bool) {
  r :=$ Flip(1/2);
  s :=$ Flip(1/2);
  t :=$ Flip(1/2);
  share := x xor r;
  other := y xor s;
  return (share xor t, other);
}

claim two_probes : Probe satisfies noninterference when any;
