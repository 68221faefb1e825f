// The counts of two hospitals, with one draw of noise for both.
program Hospitals(q : private list[int]) : list[int]
  requires size(q) = 2;
{
  z :=$ DiscreteLaplace(1);
  return [q[0] + z, q[1] + z];
}

claim promised : Hospitals satisfies dp(1) when one_differs(q, 1) expect refuted;

// Two lists of two counts, that differ in one place, by 1.
answer first = [1, 0];
answer second = [0, 0];

// The event, a formula about `res[0]` and `res[1]`.
answer event = res[0] >= 1;

// The smallest epsilon that is true of the program below.
answer epsilon = 1;

program Mended(q : private list[int]) : list[int]
  requires size(q) = 2;
{
  y :=$ DiscreteLaplace(1) couple y{2} = y{1} + q{1}[0] - q{2}[0];
  z :=$ DiscreteLaplace(1) couple z{2} = z{1} + q{1}[1] - q{2}[1];
  return [q[0] + y, q[1] + z];
}

claim mended : Mended satisfies dp(epsilon) when one_differs(q, 1);
