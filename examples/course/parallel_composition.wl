// Parallel composition, McSherry, SIGMOD 2009, and Imperial's lecture on histograms: queries about
// disjoint parts of the data cost as much as the dearest of them. A call is charged only where its
// arguments may differ, and the one element that changes lies in one of the parts.
program NoisyCount(d : private list[int], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + count(d{1}, 1) - count(d{2}, 1);
  return count(d, 1) + z;
}

claim one_count : NoisyCount satisfies dp(eps) when one_differs(d);

program TwoParts(north : private list[int], south : private list[int], eps : real) : (int, int)
  requires eps > 0;
{
  a :=$ NoisyCount(north, eps) couple by one_count;
  b :=$ NoisyCount(south, eps) couple by one_count;
  return (a, b);
}

claim parallel : TwoParts satisfies dp(eps)
  when one_differs(north) && south{1} = south{2} || north{1} = north{2} && one_differs(south);

// the same where parts overlap: both counts see the element that changes
program Twice(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
{
  a :=$ NoisyCount(d, eps) couple by one_count;
  b :=$ NoisyCount(d, eps) couple by one_count;
  return (a, b);
}

claim overlapping : Twice satisfies dp(eps) when one_differs(d)
  check size(d) = 1, d[_] in {0, 1}, eps = ln(2)
  expect refuted;

claim in_sequence : Twice satisfies dp(2*eps) when one_differs(d);
