// Sparse vector whose noise does not grow with the number of hits, Lyu, Su and Li, VLDB 2017,
// Algorithm 4 (of Lee and Clifton 2014): Lap(4/eps) for the threshold, Lap(4/(3*eps)) for the
// queries. The truth is (1 + 6*N)/4*eps, already too much for N = 1: answers 2, 2, 2, 0 against
// 3, 3, 3, -1 and the event (miss, miss, miss, hit). The noise is cut off at -12 and 12.
program SvtNoiseIgnoresN(q : private list[int], T : int, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ Truncate(DiscreteLaplace(4/eps), -12, 12);
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    decreases size(q) - i;
  {
    eta :=$ Truncate(DiscreteLaplace(4/(3*eps)), -12, 12);
    if (q[i] + eta >= T + rho) {
      out := out ++ [true];
      hits := hits + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim private : SvtNoiseIgnoresN satisfies dp(eps) when all_within(q, 1)
  check q in {[2, 2, 2, 0], [3, 3, 3, -1]}, T = 0, N = 1, eps = 4*ln(2)
  expect refuted;
