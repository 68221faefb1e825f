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

// Count from the other end: the smallest number meets the largest, so the k{1} numbers that win in run 1 go to the
// k{1} largest of run 2, and these win there too.
claim luckier : Low ~ High : n{1} = n{2} && k{1} <= k{2} ==> (res{1} ==> res{2})
  proof {
    draw: couple u{2} = n{1} - 1 - u{1};
  };

// They differ where run 2 wins alone: 3 numbers of 8 win in run 2, and 1 of these wins in run 1 as well.
answer apart = 1/4;
