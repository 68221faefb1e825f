// Gradient descent with noise, for the mean of many lists: in each of T steps the gradients w - d[i] are clipped to
// norm c, added up, and released with Gaussian noise. Everything is symbolic: the steps, the clipping norm, the noise,
// the number of records and of dimensions. Source: Abadi et al., Deep learning with differential privacy, CCS 2016,
// algorithm 1, without sampling; in rho: Bun and Steinke, TCC 2016. One record is replaced, so that a sum moves by 2*c.
// Annotated: to be quick; the same is found in some seconds.
program Descent(
  d : private list[list[real]],
  m : int,
  w0 : list[real],
  T : int,
  c : real,
  sigma : real,
  eta : real
) : list[real]
  requires size(w0) = m && T >= 0 && c > 0 && sigma > 0;
  requires forall i. 0 <= i && i < size(d) ==> size(d[i]) = m;
{
  w := w0;
  for t in 0 .. T
    invariant ={w} && size(w{1}) = m && cost <= t{1}*(2*c^2/sigma^2);
  {
    s := 0*w;
    for i in 0 .. size(d)
      invariant size(s{1}) = m && size(s{2}) = m;
      invariant i{1} <= k ==> s{1} = s{2};
      invariant l2(s{1}, s{2}, 2*c);
    {
      s := s + clip2(w - d[i], c);
    }
    z :=$ Each(Gauss(sigma), m) couple z{2} = z{1} + s{1} - s{2};
    w := w - eta*(s + z);
  }
  return w;
}

claim private : Descent satisfies zcdp(2*T*c^2/sigma^2) when one_differs(d) at k;

// as if a record only came or went: a quarter of the price
claim quarter : Descent satisfies zcdp(T*c^2/(2*sigma^2)) when one_differs(d) at k
  check T = 1, m = 1, c = 1, sigma = 1, eta = 1, w0 = [0], d in {[[5]], [[-5]]}
  expect refuted;

// without clipping no noise is enough
program Unclipped(
  d : private list[list[real]],
  m : int,
  w0 : list[real],
  c : real,
  sigma : real
) : list[real]
  requires size(w0) = m && c > 0 && sigma > 0 && size(d) = 1;
  requires forall i. 0 <= i && i < size(d) ==> size(d[i]) = m;
{
  s := w0 - d[0];
  z :=$ Each(Gauss(sigma), m);
  return s + z;
}

claim unclipped : Unclipped satisfies zcdp(2*c^2/sigma^2) when one_differs(d)
  check m = 1, w0 = [0], c = 1, sigma = 1, d in {[[0]], [[3]]}
  expect refuted;
