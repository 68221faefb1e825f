// A counting query, Privacy Engineering week 4: how many rows have the value v, with noise of scale
// 1/eps. Neighbours come from each other by taking one row out, which moves the count by at most
// 1, and so does the number of rows itself. Half the noise is not enough, as the twin shows.
program CountQuery(d : private list[int], v : int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + count(d{1}, v) - count(d{2}, v);
  return count(d, v) + z;
}

claim count_moves_by_one : CountQuery satisfies dp(eps) when add_remove(d);

program NumberOfRows(d : private list[int], eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + size(d{1}) - size(d{2});
  return size(d) + z;
}

claim size_moves_by_one : NumberOfRows satisfies dp(eps) when add_remove(d);

program HalfTheNoise(d : private list[int], v : int, eps : real) : int
  requires eps > 0;
{
  y :=$ Clamp(DiscreteLaplace(1/(2*eps), count(d, v)), 0, 2) couple y{2} = y{1};
  return y;
}

claim half_at_twice : HalfTheNoise satisfies dp(2*eps) when add_remove(d)
  check d in {[], [3], [1, 3], [3, 3]}, v = 3, eps = ln(2);

claim half_at_eps : HalfTheNoise satisfies dp(eps) when add_remove(d)
  check d in {[], [3], [1, 3], [3, 3]}, v = 3, eps = ln(2)
  expect refuted;
