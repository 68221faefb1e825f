// Sparse vector for monotone queries, after Lyu, Su and Li, VLDB 2017: if all answers move
// the same way, query noise of scale 2N/eps is enough for eps. The two ways need different
// couplings. Answers rise from run 1 to run 2: threshold up by 1, a hit moves by 1 + D, between
// 0 and 1. They fall: the threshold stays, a hit moves by D = q{1}[i] - q{2}[i], between 0 and 1.
// The relation names the way, up, and holds in both directions.
program MonotoneSvt(q : private list[real], T : real, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ Laplace(2/eps) couple rho{2} = rho{1} + (if up then 1 else 0) cost eps/2;
  bar := T + rho;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1} && i{1} <= size(q{1});
    invariant bar{2} = bar{1} + (if up then 1 else 0);
    invariant 0 <= hits{1} && hits{1} <= N;
    invariant cost = eps/2 + hits{1}*(eps/(2*N));
    decreases size(q) - i;
  {
    eta :=$ Laplace(2*N/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1}
            then (if up then 1 else 0) + q{1}[i{1}] - q{2}[i{1}]
            else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/(2*N) else 0);
    if (q[i] + eta >= bar) {
      out := out ++ [true];
      hits := hits + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

program MonotoneSvtInt(q : private list[int], T : int, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ DiscreteLaplace(2/eps) couple rho{2} = rho{1} + (if up then 1 else 0) cost eps/2;
  bar := T + rho;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1} && i{1} <= size(q{1});
    invariant bar{2} = bar{1} + (if up then 1 else 0);
    invariant 0 <= hits{1} && hits{1} <= N;
    invariant cost = eps/2 + hits{1}*(eps/(2*N));
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(2*N/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1}
            then (if up then 1 else 0) + q{1}[i{1}] - q{2}[i{1}]
            else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/(2*N) else 0);
    if (q[i] + eta >= bar) {
      out := out ++ [true];
      hits := hits + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim private : MonotoneSvt satisfies dp(eps)
  when exists up : bool.
    size(q{1}) = size(q{2})
      && (forall j.
          0 <= j && j < size(q{1})
            ==> (if up
                then 0 <= q{2}[j] - q{1}[j] && q{2}[j] - q{1}[j] <= 1
                else 0 <= q{1}[j] - q{2}[j] && q{1}[j] - q{2}[j] <= 1));

claim integers : MonotoneSvtInt satisfies dp(eps)
  when exists up : bool.
    size(q{1}) = size(q{2})
      && (forall j.
          0 <= j && j < size(q{1})
            ==> (if up
                then 0 <= q{2}[j] - q{1}[j] && q{2}[j] - q{1}[j] <= 1
                else 0 <= q{1}[j] - q{2}[j] && q{1}[j] - q{2}[j] <= 1))
  check size(q) = 2, q[_] in 0..1, T = 0, N = 1, eps = 2*ln(2);
