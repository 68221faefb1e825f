// Histograms the naive way and the right way, Privacy Engineering week 4: which of m editors each
// user has. Every bucket is a count by a call. The naive way takes the calls as m queries about
// the same data and spends m*eps. But a call costs nothing where its arguments are equal, and a
// user who comes or goes moves the count of one bucket: the same calls cost eps in all.
program NoisyCount(c : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim one_bucket : NoisyCount satisfies dp(eps) when within(c, 1);

program Histogram(d : private list[int], m : int, eps : real) : list[real]
  requires eps > 0;
  requires m >= 0;
{
  r := [];
  buckets: for v in 0 .. m {
    c := count(d, v);
    y :=$ NoisyCount(c, eps) couple by one_bucket;
    r := r ++ [y];
  }
  return r;
}

claim naive : Histogram satisfies dp(m*eps) when add_remove(d)
  proof {
    buckets: invariant ={r} && cost <= v{1}*eps;
  };

claim right : Histogram satisfies dp(eps) when add_remove(d) at k
  proof {
    buckets: invariant ={r};
    invariant cost
      <= (if (if size(d{1}) > size(d{2}) then d{1}[k] else d{2}[k]) < v{1} then eps else 0);
  };

// a user who is replaced leaves one bucket and enters another
claim replaced : Histogram satisfies dp(2*eps) when one_differs(d) at k
  proof {
    buckets: invariant ={r};
    invariant cost <= (if d{1}[k] < v{1} then eps else 0) + (if d{2}[k] < v{1} then eps else 0);
  };

program HistogramOnGrid(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps);
  z :=$ DiscreteLaplace(1/eps);
  return (count(d, 0) + y, count(d, 1) + z);
}

claim replaced_at_eps : HistogramOnGrid satisfies dp(eps) when one_differs(d)
  check d in {[0], [1]}, eps = ln(2)
  expect refuted;
