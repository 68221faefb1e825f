program NoisyCount(c : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim one_count : NoisyCount satisfies dp(eps) when within(c, 1);

program FiveCounts(c : private list[int]) : list[real]
  requires size(c) = 5;
{
  first :=$ NoisyCount(c[0], 3/5) couple by one_count;
  out := [first];
  for i in 1 .. 5
    invariant ={out};
    // What has been spent when the counts before i are released?
    invariant ?;
  {
    // Which claim couples this call?
    y :=$ NoisyCount(c[i], share) couple ?;
    out := out ++ [y];
  }
  return out;
}

// The epsilon of each of the last four counts.
answer share = ?;

claim whole_budget : FiveCounts satisfies dp(1) when all_within(c, 1);
