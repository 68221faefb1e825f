// Privacy amplification by subsampling: who counts only a random half of the entries, and tells
// nobody which half, pays ln(1 + (exp(eps) - 1)/2) instead of eps. That holds for one entry more
// or less. It does not hold for an entry that changes, nor if the sample is shown.
program Balance(d : private list[int], eps : real) : int
  requires eps > 0;
  requires forall i. 0 <= i < size(d) ==> -1 <= d[i] <= 1;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + sum(d{1}) - sum(d{2});
  return sum(d) + z;
}

claim whole : Balance satisfies dp(eps) when add_remove(d);

program Sampled(d : private list[int], eps : real, q : real) : int
  requires eps > 0;
  requires 0 <= q <= 1;
  requires forall i. 0 <= i < size(d) ==> -1 <= d[i] <= 1;
{
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(q);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Balance(s, eps);
  return y;
}

claim amplified : Sampled satisfies dp(ln(1 + q*(exp(eps) - 1))) when add_remove(d)
  from whole sampled q
  check d in {[], [1], [1, -1]}, eps = ln(2), q = 1/2;

// exp(eps) - 1 is more than eps
claim q_times_eps : Sampled satisfies dp(q*eps) when add_remove(d)
  from whole sampled q
  check d in {[], [1]}, eps = ln(2), q = 1/2
  expect refuted;

claim replaced : Sampled satisfies dp(ln(1 + q*(exp(eps) - 1))) when one_differs(d)
  from whole sampled q
  check d in {[1], [-1]}, eps = ln(2), q = 1/2
  expect refuted;

program Shown(d : private list[int], eps : real) : (int, list[int])
  requires eps > 0;
  requires forall i. 0 <= i < size(d) ==> -1 <= d[i] <= 1;
{
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Balance(s, eps);
  return (y, s);
}

claim shown : Shown satisfies dp(eps) when add_remove(d)
  from whole sampled 1/2
  check d in {[], [1]}, eps = ln(2)
  expect refuted;
