// R36: a collision in each round, and the last round for nothing.
// truth: for q = 2 and N = 2 the two answers are equal with probability 1/2.
// owed birthday: price
program Collides(q : int, N : int) : bool
  requires N >= 1;
  requires q >= 1;
{
  seen := [];
  hit := false;
  for i in 0 .. q
    invariant ={seen, hit} && size(seen{1}) = i{1};
    invariant cost = 0 && slack = 0;
  {
    x :=$ Uniform(1..N)
      couple x{2} = x{1}
      cost 0
      except exists j. 0 <= j && j < i{1} && x{1} = seen{1}[j]
      slack 0;
    hit := hit || count(seen, x) > 0;
    seen := seen ++ [x];
  }
  return hit;
}

program Never(q : int, N : int) : bool
  requires N >= 1;
  requires q >= 1;
{
  seen := [];
  hit := false;
  for i in 0 .. q {
    x :=$ Uniform(1..N);
    seen := seen ++ [x];
  }
  return hit;
}

claim birthday : Collides ~ Never : ={q, N} ==> ={res}
  within (0, 0)
  check q = 2, N = 2
  expect refuted;
