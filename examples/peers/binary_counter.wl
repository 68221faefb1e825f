// The binary counter: a sum over a prefix of length t is one of at most L noisy sums, and each number of the stream is in
// one sum of each level. Which sums are closed at t is in the binary digits of t + 1.
// Chan, Shi and Song, Private and continual release of statistics, ICALP 2010; Dwork, Naor, Pitassi and Rothblum, Differential
// privacy under continual observation, STOC 2010.
// Annotated: one open sum differs at most, and the number was paid for once for each level below it.
program BinaryCounter(x : private list[real], L : int, eps : real) : list[real]
  requires eps > 0;
  requires L > 0;
{
  a := [];
  for j in 0 .. L
    invariant size(a{1}) = j{1};
    invariant ={a};
  {
    a := a ++ [0];
  }
  sums := [];
  for t in 0 .. size(x)
    invariant size(a{1}) = L && size(a{2}) = L && ={sums};
    invariant t{1} <= k ==> ={a} && cost = 0;
    invariant forall h.
      0 <= h < L && a{1}[h] != a{2}[h] ==> |a{1}[h] - a{2}[h]| <= 1 && cost <= (h + 1)*eps/L;
    invariant forall h,
    g.
      0 <= h < L && 0 <= g < L && a{1}[h] != a{2}[h] && a{1}[g] != a{2}[g] ==> h = g;
    invariant cost <= eps;
  {
    i := 0;
    w := 2;
    while (i < L - 1 && (t + 1) mod w = 0)
      invariant ={i, w} && 0 <= i{1} && i{1} < L && w{1} > 0;
      decreases L - i;
    {
      i := i + 1;
      w := 2*w;
    }
    s := x[t];
    for j in 0 .. i
      invariant size(a{1}) = L && size(a{2}) = L;
      invariant |s{1} - s{2}| <= 1;
      invariant t{1} < k ==> ={a, s} && cost = 0;
      invariant t{1} = k ==> ={a} && cost = 0;
      invariant forall h.
        0 <= h < L && a{1}[h] != a{2}[h]
          ==> ={s} && |a{1}[h] - a{2}[h]| <= 1 && cost <= (h + 1)*eps/L;
      invariant forall h,
      g.
        0 <= h < L && 0 <= g < L && a{1}[h] != a{2}[h] && a{1}[g] != a{2}[g] ==> h = g;
      invariant s{1} != s{2} ==> cost <= j{1}*eps/L;
      invariant cost <= eps;
    {
      s := s + a[j];
      a[j] := 0;
    }
    a[i] := s;
    z :=$ Laplace(L/eps) couple z{2} = z{1} + s{1} - s{2};
    sums := sums ++ [s + z];
  }
  return sums;
}

claim private : BinaryCounter satisfies dp(eps) when one_differs(x, 1) at k;
