// Hashed ElGamal encryption hides its message, from an assumption about Diffie-Hellman keys: Shoup, Sequences of Games,
// IACR ePrint 2004/332, section 3; the assumption: Abdalla, Bellare and Rogaway, CT-RSA 2001. `g` raises a generator to
// a power, `h` hashes a group element. The public key is g(x), the cipher text g(y) and the message under the mask
// h(g(x*y)); that (g(x), g(y), h(g(x*y))) looks like (g(x), g(y), z) is assumed, in both directions, up to `adv`. Two
// hops, and between them a one-time pad modulo q.
// Annotated: which claim each hop rests on is to be read here; the search finds it, too.
program Diffie(m : private int, q : int, g : int -> int, h : int -> int, adv : real) : (
  int,
  int,
  int
)
  requires q >= 2^64;
  requires adv >= 0;
{
  x :=$ Uniform(0 .. q - 1);
  y :=$ Uniform(0 .. q - 1);
  return (g(x), g(y), h(g(x*y)));
}

program Random(m : private int, q : int, g : int -> int, h : int -> int, adv : real) : (
  int,
  int,
  int
)
  requires q >= 2^64;
  requires adv >= 0;
{
  x :=$ Uniform(0 .. q - 1) couple x{2} = x{1};
  y :=$ Uniform(0 .. q - 1) couple y{2} = y{1};
  z :=$ Uniform(0 .. q - 1) couple z{2} = (z{1} + m{1} - m{2}) mod q;
  return (g(x), g(y), z);
}

claim ddh : Diffie ~ Random : ={q, g, h, adv} ==> ={res} within (0, adv) assume;

claim ddh_back : Random ~ Diffie : ={q, g, h, adv} ==> ={res} within (0, adv) assume;

// what a random mask is worth: z is a variable of `Random`, and means the third part of the result to whoever cites this
claim pad : Random ~ Random : ={q, g, h, adv}
  ==> res{1}.0 = res{2}.0
    && res{1}.1 = res{2}.1
    && res{1}.2 = z{1}
    && res{2}.2 = z{2}
    && (z{1} + m{1}) mod q = (z{2} + m{2}) mod q;

program ElGamal(m : private int, q : int, g : int -> int, h : int -> int, adv : real) : (
  int,
  int,
  int
)
  requires q >= 2^64;
  requires adv >= 0;
{
  E: t :=$ Diffie(m, q, g, h, adv);
  return (t.0, t.1, (t.2 + m) mod q);
}

program Padded(m : private int, q : int, g : int -> int, h : int -> int, adv : real) : (
  int,
  int,
  int
)
  requires q >= 2^64;
  requires adv >= 0;
{
  E: t :=$ Random(m, q, g, h, adv);
  return (t.0, t.1, (t.2 + m) mod q);
}

claim first : ElGamal ~ Padded : ={m, q, g, h, adv} ==> ={res}
  within (0, adv)
  proof {
    E: couple by ddh;
  };

claim middle : Padded ~ Padded : ={q, g, h, adv} ==> ={res}
  proof {
    E: couple by pad;
  };

claim last : Padded ~ ElGamal : ={m, q, g, h, adv} ==> ={res}
  within (0, adv)
  proof {
    E: couple by ddh_back;
  };

claim half : ElGamal ~ Padded : ={q, g, h, adv} ==> ={res}
  within (0, adv)
  from first, middle via (m = m{1}, q = q{1}, g = g{1}, h = h{1}, adv = adv{1});

claim hides : ElGamal ~ ElGamal : ={q, g, h, adv} ==> ={res}
  within (0, 2*adv)
  from half, last via (m = m{2}, q = q{1}, g = g{1}, h = h{1}, adv = adv{1});

// one hop does not bring both back
claim cheaper : ElGamal ~ ElGamal : ={q, g, h, adv} ==> ={res}
  within (0, adv)
  from half, last via (m = m{2}, q = q{1}, g = g{1}, h = h{1}, adv = adv{1})
  expect unknown;
