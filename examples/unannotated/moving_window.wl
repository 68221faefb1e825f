// The sum of the last W numbers of a stream, at each time with noise of its own. True: a number is in W of these sums,
// of which each costs eps/W.
program Window(d : private list[real], W : int, eps : real) : list[real]
  requires eps > 0;
  requires W >= 1;
{
  s := 0;
  out := [];
  for i in 0 .. size(d) {
    s := s + d[i];
    if (i >= W) { s := s - d[i - W]; }
    z :=$ Laplace(W/eps);
    out := out ++ [s + z];
  }
  return out;
}

claim private : Window satisfies dp(eps) when one_differs(d, 1);

// two numbers may be in one sum, and differ by 2 in it
claim further : Window satisfies dp(eps) when one_differs(d, 2) expect refuted;

// All sums so far, where two numbers next to each other may have come in either order. True: one sum tells the order.
program Order(d : private list[real], eps : real) : list[real]
  requires eps > 0;
  requires forall i. 0 <= i < size(d) ==> 0 <= d[i] <= 1;
{
  s := 0;
  out := [];
  for i in 0 .. size(d) {
    s := s + d[i];
    z :=$ Laplace(1/eps);
    out := out ++ [s + z];
  }
  return out;
}

claim order : Order satisfies dp(eps)
  when exists k.
    size(d{1}) = size(d{2})
      && 0 <= k
      && k + 1 < size(d{1})
      && d{2}[k] = d{1}[k + 1]
      && d{2}[k + 1] = d{1}[k]
      && (forall j. 0 <= j < size(d{1}) && j != k && j != k + 1 ==> d{1}[j] = d{2}[j]);
