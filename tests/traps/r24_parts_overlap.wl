// R24, R31: two calls, each charged only where its part of the data changes; but the parts overlap.
// truth: the middle element is in both parts. From d = [0, 0, 0] to d = [0, 1, 0] both counts move, and the
// event that both answers are at most 0 is exp(-2) times as likely, at eps = 1.
// owed parallel: budget
// lemma one: what the calls cite
program Noisy(a : private int, b : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + a{1} + b{1} - a{2} - b{2};
  return a + b + z;
}

claim one : Noisy satisfies dp(eps) when within(a, 1) && b{1} = b{2} || a{1} = a{2} && within(b, 1);

program Both(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
  requires size(d) = 3;
{
  r :=$ Noisy(d[0], d[1], eps) couple by one;
  s :=$ Noisy(d[1], d[2], eps) couple by one;
  return (r, s);
}

claim parallel : Both satisfies dp(eps) when one_differs(d, 1)
  check size(d) = 3, d[_] in 0..1, eps = 1
  expect refuted;
