// Advanced composition over hidden state: a noisy threshold is drawn once, kept from the observer, and
// compared with many answers. Given what was seen, the next comparison is no private mechanism, and the
// theorem has no word about it: the claim stays unknown, with that reason. In sequence it is proved.
program Above(q : private int, t : private int, eps : real) : bool
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + q{1} - q{2} - t{1} + t{2};
  return q + z > t;
}

claim one : Above satisfies dp(2*eps) when within(q, 1) && within(t, 1);

program Sparse(q : private list[int], k : int, eps : real, d : real) : list[bool]
  requires eps > 0;
  requires 0 < d < 1;
  requires size(q) = k;
{
  t :=$ DiscreteLaplace(1/eps) couple t{2} = t{1};
  out := [];
  L: for i in 0 .. k
    invariant ={out, t} && cost = i{1};
  {
    a :=$ Above(q[i], t, eps) couple by one;
    out := out ++ [a];
  }
  return out;
}

claim hidden : Sparse satisfies dp(2*eps*sqrt(2*k*ln(1/d)) + k*2*eps*(exp(2*eps) - 1), d)
  when all_within(q, 1)
  composed advanced(k, d)
  expect unknown;

claim in_sequence : Sparse satisfies dp(2*k*eps) when all_within(q, 1)
  proof {
    L: invariant ={out, t} && cost <= i{1}*(2*eps);
  };
