// All partial sums, each with noise of its own, shown rounded into -2..3.
program Sums(d : private list[int]) : list[int] {
  s := 0;
  out := [];
  for i in 0 .. size(d) {
    s := s + d[i];
    y :=$ Clamp(DiscreteLaplace(1/ln(2), s), -2, 3);
    out := out ++ [y];
  }
  return out;
}

claim promised : Sums satisfies dp(ln(2)) when one_differs(d, 1)
  check size(d) = 2, d[_] in {0, 1}
  expect refuted;

// Two lists that differ in one place, by 1.
answer first = [1, 0];
answer second = [0, 0];

// The event, a formula about `res[0]`, `res[1]`, ...
answer event = res[1] >= 1;

program Mended(d : private list[int]) : list[int] {
  s := 0;
  out := [];
  for i in 0 .. size(d)
    invariant ={s, out};
    invariant cost <= (if i{1} > k then ln(2) else 0);
  {
    // The draw of run 2: the noisy sums have to stay equal.
    z :=$ DiscreteLaplace(1/ln(2)) couple z{2} = z{1} + d{1}[i{1}] - d{2}[i{1}];
    s := s + d[i] + z;
    out := out ++ [s];
  }
  return out;
}

claim mended : Mended satisfies dp(ln(2)) when one_differs(d, 1) at k;
