program Low(k : private int, n : int) : bool
  requires 0 <= k && k <= n;
  requires n >= 1;
{
  draw: u :=$ Uniform(0 .. n - 1);
  return u < k;
}

program High(k : private int, n : int) : bool
  requires 0 <= k && k <= n;
  requires n >= 1;
{
  draw: u :=$ Uniform(0 .. n - 1);
  return u >= n - k;
}

// Couple the draws so that a win in run 1 is a win in run 2.
claim luckier : Low ~ High : n{1} = n{2} && k{1} <= k{2} ==> (res{1} ==> res{2})
  proof {
    draw: couple ?;
  };

// With n = 8, k{1} = 1 and k{2} = 3: the probability that the results differ.
answer apart = ?;
