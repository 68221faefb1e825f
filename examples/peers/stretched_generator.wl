// The outputs of a pseudorandom generator from n independent seeds, by a hybrid argument: Boneh and Shoup, A Graduate
// Course in Applied Cryptography, 2020, section 3.4.1; Goldreich, Foundations of Cryptography I, 2001, section 3.2.3.
// `Step` makes two numbers of a seed, and `Random` draws them; that nobody tells them apart with an advantage above
// `adv` is assumed. Then n uses are within n*adv of random ones: in round i the i-th hybrid hops to the next one.
// Annotated: the hop of the round is to be read here; the search finds it, too.
program Step(g : int -> int, h : int -> int, N : int, adv : real) : (int, int)
  requires N >= 2^64;
  requires adv >= 0;
{
  s :=$ Uniform(1..N);
  return (g(s), h(s));
}

program Random(g : int -> int, h : int -> int, N : int, adv : real) : (int, int)
  requires N >= 2^64;
  requires adv >= 0;
{
  a :=$ Uniform(1..N);
  b :=$ Uniform(1..N);
  return (a, b);
}

claim pseudorandom : Step ~ Random : ={g, h, N, adv} ==> ={res} within (0, adv) assume;

program Stretched(g : int -> int, h : int -> int, N : int, adv : real, n : int) : list[int]
  requires N >= 2^64;
  requires adv >= 0;
  requires n >= 0;
{
  out := [];
  for i in 0 .. n
    invariant ={out};
    invariant cost = 0 && slack <= i{1}*adv;
  {
    p :=$ Step(g, h, N, adv) couple by pseudorandom;
    out := out ++ [p.1];
  }
  return out;
}

program Ideal(g : int -> int, h : int -> int, N : int, adv : real, n : int) : list[int]
  requires N >= 2^64;
  requires adv >= 0;
  requires n >= 0;
{
  out := [];
  for i in 0 .. n {
    p :=$ Random(g, h, N, adv);
    out := out ++ [p.1];
  }
  return out;
}

claim hybrid : Stretched ~ Ideal : ={g, h, N, adv, n} ==> ={res} within (0, n*adv);

// one hop less than there are rounds
claim cheaper : Stretched ~ Ideal : ={g, h, N, adv, n} && n{1} >= 1 ==> ={res}
  within (0, (n - 1)*adv)
  expect unknown;
