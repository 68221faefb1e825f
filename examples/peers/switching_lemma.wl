// The switching lemma: q answers of a random function look like those of a random permutation, up to q*(q - 1)/(2*N):
// Bellare and Rogaway, The Security of Triple Encryption and a Framework for Code-Based Game-Playing Proofs, EUROCRYPT
// 2006, lemma 1; Boneh and Shoup, A Graduate Course in Applied Cryptography, 2020, theorem 4.4. The q questions are
// different ones; the permutation draws again until the answer is new. Round i meets one of i answers before it.
// Annotated: how the two games go together is to be read here; the search finds it, too.
program Function(q : int, N : int) : list[int]
  requires 0 <= q && q <= N;
  requires N >= 1;
{
  seen := [];
  L: for i in 0 .. q {
    D: y :=$ Uniform(1..N);
    seen := seen ++ [y];
  }
  return seen;
}

program Permuted(q : int, N : int) : list[int]
  requires 0 <= q && q <= N;
  requires N >= 1;
{
  seen := [];
  L: for i in 0 .. q {
    D: y :=$ Uniform(1..N);
    while (count(seen, y) > 0) {
      y :=$ Uniform(1..N);
    }
    seen := seen ++ [y];
  }
  return seen;
}

claim switching : Function ~ Permuted : ={q, N} ==> ={res}
  within (0, q*(q - 1)/(2*N))
  proof {
    L: invariant ={seen} && size(seen{1}) = i{1};
    invariant cost = 0 && slack <= i{1}*(i{1} - 1)/(2*N);
    D: couple y{2} = y{1}
      cost 0
      except exists j. 0 <= j && j < i{1} && y{1} = seen{1}[j]
      slack i{1}/N;
  };

claim back : Permuted ~ Function : ={q, N} ==> ={res}
  within (0, q*(q - 1)/(2*N))
  proof {
    L: invariant ={seen} && size(seen{1}) = i{1};
    invariant cost = 0 && slack <= i{1}*(i{1} - 1)/(2*N);
    D: couple y{2} = y{1}
      cost 0
      except exists j. 0 <= j && j < i{1} && y{1} = seen{1}[j]
      slack i{1}/N;
  };

// for two questions the bound is tight
claim smaller : Function ~ Permuted : ={q, N} ==> ={res}
  within (0, q*(q - 1)/(3*N))
  check q = 2, N = 2
  expect refuted;
