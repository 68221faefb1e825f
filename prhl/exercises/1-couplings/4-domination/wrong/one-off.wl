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

claim luckier : Low ~ High : n{1} = n{2} && k{1} <= k{2} ==> (res{1} ==> res{2})
  proof {
    draw: couple u{2} = n{1} - u{1};
  };

answer apart = 1/4;
