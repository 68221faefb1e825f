// Queries in one line each: where, count, clipped sum, mean, histogram, median. Nothing is annotated.
// After PINQ (McSherry, SIGMOD 2009: Where, NoisyCount, NoisySum, NoisyMedian), bag maps and sums of Fuzzi (Zhang, Roth,
// Haeberlen, Pierce, Roth, ICFP 2019) and Dwork and Roth, The Algorithmic Foundations, 2014, sections 3.3 and 3.4.
program Above(d : private list[real], t : real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return count(x in d if x > t) + z;
}

claim count : Above satisfies dp(eps) when one_differs(d);

claim count_more : Above satisfies dp(eps) when add_remove(d);

program ClippedSum(d : private list[real], B : real, eps : real) : real
  requires eps > 0 && B > 0;
{
  z :=$ Laplace(B/eps);
  return sum(max(0, min(x, B)) for x in d) + z;
}

claim sum : ClippedSum satisfies dp(eps) when one_differs(d);

claim sum_more : ClippedSum satisfies dp(eps) when add_remove(d);

// Records are pairs of a group and an amount; those of one group are added up.
program SumOfGroup(d : private list[(int, real)], g : int, B : real, eps : real) : real
  requires eps > 0 && B > 0;
{
  z :=$ Laplace(B/eps);
  return sum(max(-B, min(r.1, B)) for r in d if r.0 = g) + z;
}

claim group : SumOfGroup satisfies dp(eps) when add_remove(d);

program Mean(d : private list[real], B : real, eps : real) : real
  requires eps > 0 && B > 0;
{
  s :=$ Laplace(2*B/eps, sum(max(0, min(x, B)) for x in d));
  n :=$ Laplace(2/eps, size(d));
  return if n > 1 then s/n else s;
}

claim mean : Mean satisfies dp(eps) when one_differs(d);

claim mean_more : Mean satisfies dp(eps) when add_remove(d);

// The bins have no record in common, so that one record more or less is paid for once.
program Histogram(d : private list[int], eps : real) : (int, int, int)
  requires eps > 0;
{
  x :=$ DiscreteLaplace(1/eps);
  y :=$ DiscreteLaplace(1/eps);
  z :=$ DiscreteLaplace(1/eps);
  return (count(e in d if e < 0) + x, count(e in d if e = 0) + y, count(e in d if e > 0) + z);
}

claim histogram : Histogram satisfies dp(eps) when add_remove(d);

claim histogram_replace : Histogram satisfies dp(2*eps) when one_differs(d);

// The most frequent category.
program MostFrequent(d : private list[int], categories : list[int], eps : real) : int
  requires eps > 0 && size(categories) > 0;
{
  r :=$ ExpMech(eps, [count(x in d if x = c) for c in categories]);
  return r;
}

claim frequent : MostFrequent satisfies dp(eps) when one_differs(d);

// A candidate with about as many records below it as above.
program Median(d : private list[real], candidates : list[real], eps : real) : int
  requires eps > 0 && size(candidates) > 0;
{
  r :=$ ExpMech(eps, [-|count(x in d if x < c) - count(x in d if x > c)| for c in candidates]);
  return r;
}

claim median : Median satisfies dp(eps) when add_remove(d);
