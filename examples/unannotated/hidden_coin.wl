// A fair coin hides a coin of any bias: their xor is one fair coin. And a key that is used once hides
// a message, whatever else is added to it. True: the last draw goes with the draw of the ideal program.
program TwoCoins(p : real) : bool
  requires 0 <= p <= 1;
{
  a :=$ Flip(p);
  b :=$ Flip(1/2);
  return a xor b;
}

program OneCoin(p : real) : bool {
  c :=$ Flip(1/2);
  return c;
}

claim one_coin : TwoCoins ~ OneCoin : p{1} = p{2} ==> res{1} = res{2};

program Sealed(x : int, n : int) : int
  requires n >= 1;
{
  salt :=$ Uniform(0 .. n - 1);
  key :=$ Uniform(0 .. n - 1);
  return (x + salt + key) mod n;
}

program Ideal(n : int) : int
  requires n >= 1;
{
  r :=$ Uniform(0 .. n - 1);
  return r;
}

claim ideal : Sealed ~ Ideal : n{1} = n{2} ==> res{1} = res{2};
