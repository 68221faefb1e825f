// Von Neumann's trick: a fair coin from a biased one. Toss twice until the two tosses differ, and take the first.
// `Mirrored` is the same program with the names of its two tosses exchanged. Coupled by name, each toss with the other
// one, the two programs always return opposite bits; so true and false are equally likely, whatever the bias.
program Fair(p : real) : bool
  requires 0 < p && p < 1;
{
  a := true;
  b := true;
  Toss: while (a = b)
    invariant a{1} = b{2} && b{1} = a{2};
  {
    First: a :=$ Flip(p);
    Second: b :=$ Flip(p);
  }
  return a;
}

program Mirrored(p : real) : bool
  requires 0 < p && p < 1;
{
  a := true;
  b := true;
  Toss: while (a = b) {
    Second: a :=$ Flip(p);
    First: b :=$ Flip(p);
  }
  return a;
}

claim fair : Fair ~ Mirrored : p{1} = p{2} ==> res{1} != res{2}
  proof {
    First: couple b{2} = a{1};
    Second: couple a{2} = b{1};
  };
