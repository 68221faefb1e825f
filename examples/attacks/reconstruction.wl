// The reconstruction attack, Dinur and Nissim 2003; BU CS 599, "too many overly accurate statistics".
// Three people have a secret bit each. The attacker asks for the counts of m of the seven groups,
// the large ones first, and gets each with noise of at most e. Too many, or too accurate, and the
// bits come out. Noise of n/2 is enough to hide all: half the size of the group is within that and
// says nothing. And three noisy bits, at eps in all, answer every count there is.
program Counts(d : private list[int], m : int, e : int) : list[int]
  requires size(d) = 3;
  requires 0 <= m && m <= 7;
  requires e >= 0;
{
  r := [];
  for i in 0 .. m {
    group := 7 - i;
    count := d[0]*(group mod 2) + d[1]*((group div 2) mod 2) + d[2]*(group div 4);
    z :=$ Uniform(-e .. e);
    r := r ++ [count + z];
  }
  return r;
}

claim too_many : Counts satisfies dp(1, 1/2) when one_differs(d)
  check size(d) = 3, d[_] in {0, 1}, m = 4, e = 1
  expect refuted;

claim too_accurate : Counts satisfies dp(10, 999/1000) when one_differs(d)
  check size(d) = 3, d[_] in {0, 1}, m = 7, e = 0
  expect refuted;

program HalfOfTheGroup(d : private list[int], m : int) : list[real]
  requires 0 <= m && m <= 7;
{
  r := [];
  for i in 0 .. m
    invariant ={r};
  {
    group := 7 - i;
    r := r ++ [(group mod 2 + (group div 2) mod 2 + group div 4)/2];
  }
  return r;
}

claim says_nothing : HalfOfTheGroup satisfies noninterference when any;

program NoisyBits(d : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  r := [];
  for i in 0 .. size(d)
    invariant ={r} && cost <= (if i{1} > k then eps else 0);
  {
    z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + d{1}[i{1}] - d{2}[i{2}];
    r := r ++ [d[i] + z];
  }
  return r;
}

claim enough_noise : NoisyBits satisfies dp(eps) when one_differs(d, 1) at k
  check size(d) = 3, d[_] in {0, 1}, eps = 1;
