// A birthday bound: q numbers drawn from N are all different but with probability q*(q - 1)/(2*N) at most: Boneh and
// Shoup, A Graduate Course in Applied Cryptography, 2020, appendix B. Round i hits one of i numbers before it.
// Annotated: to be quick; the same is found in some seconds.
program Collides(q : int, N : int) : bool
  requires N >= 1;
  requires q >= 0;
{
  seen := [];
  hit := false;
  for i in 0 .. q
    invariant ={seen, hit} && size(seen{1}) = i{1};
    invariant cost = 0 && slack <= i{1}*(i{1} - 1)/(2*N);
  {
    x :=$ Uniform(1..N)
      couple x{2} = x{1}
      except exists j. 0 <= j && j < i{1} && x{1} = seen{1}[j]
      slack i{1}/N;
    hit := hit || count(seen, x) > 0;
    seen := seen ++ [x];
  }
  return hit;
}

program Never(q : int, N : int) : bool
  requires N >= 1;
  requires q >= 0;
{
  seen := [];
  hit := false;
  for i in 0 .. q {
    x :=$ Uniform(1..N);
    seen := seen ++ [x];
  }
  return hit;
}

claim birthday : Collides ~ Never : ={q, N} ==> ={res} within (0, q*(q - 1)/(2*N));

// for two numbers the bound is tight
claim smaller : Collides ~ Never : ={q, N} ==> ={res}
  within (0, q*(q - 1)/(3*N))
  check q = 2, N = 3
  expect refuted;
