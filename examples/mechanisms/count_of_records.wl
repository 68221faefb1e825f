// How many records of a list are (v, true), such as patients of a ward who are ill. A record that
// is replaced moves the count by at most 1, and so does one that comes or goes; two that are replaced
// move it by at most 2. The program may also change a record before it counts.
program NoisyCount(d : private list[(int, bool)], v : int, eps : real) : int
  requires eps > 0;
{
  c := count(d, (v, true));
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim one_replaced : NoisyCount satisfies dp(eps) when one_differs(d);

claim comes_or_goes : NoisyCount satisfies dp(eps) when add_remove(d);

claim two_replaced : NoisyCount satisfies dp(2*eps)
  when exists j.
    exists k.
      size(d{1}) = size(d{2})
        && (forall i. 0 <= i < size(d{1}) && i != j && i != k ==> d{1}[i] = d{2}[i]);

program CountAfterUpdate(d : private list[(int, bool)], at : int, v : int, eps : real) : int
  requires eps > 0;
  requires 0 <= at && at < size(d);
{
  a := d;
  a[at] := (v, !a[at].1);
  c := count(a, (v, true));
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim updated : CountAfterUpdate satisfies dp(eps) when one_differs(d);

program CountOnGrid(d : private list[(int, bool)], eps : real) : int
  requires eps > 0;
{
  y :=$ Clamp(DiscreteLaplace(1/eps, count(d, (1, true))), 0, 2) couple y{2} = y{1};
  return y;
}

claim on_grid : CountOnGrid satisfies dp(eps) when one_differs(d)
  check d in {[(1, true)], [(1, false)], [(2, true)]}, eps = ln(2);

claim two_at_eps : CountOnGrid satisfies dp(eps) when size(d{1}) = size(d{2})
  check d in {[(1, true), (1, true)], [(1, false), (2, true)]}, eps = ln(2)
  expect refuted;
