// Surveys of any number of people whose coins have an open bias: the secrets are not finitely many, so that no channel
// decides them, and the two coins of one person have no map that would couple them. They are one joint step, whose
// price is a function of p; that it is within the stated cost is shown for all p at once.
program Survey(x : private list[bool], p : real) : list[bool]
  requires 0 < p && p < 1;
{
  out := [];
  for i in 0 .. size(x)
    invariant ={out};
    invariant cost
      <= (if i{1} > k then max(ln((2 - p)/(1 - p)), ln((1 - p + p^2)/(1 - p)^2)) else 0);
  {
    truth := x[i];
    joint {
      b :=$ Flip(p);
      if (b) { ans := truth; } else { ans :=$ Flip(p); }
    } couple ans{2} = ans{1}
      cost (if i{1} = k then max(ln((2 - p)/(1 - p)), ln((1 - p + p^2)/(1 - p)^2)) else 0);
    out := out ++ [ans];
  }
  return out;
}

claim one_person : Survey satisfies dp(max(ln((2 - p)/(1 - p)), ln((1 - p + p^2)/(1 - p)^2)))
  when one_differs(x) at k;

// enough up to p = 1/2 only
claim yes_alone : Survey satisfies dp(ln((2 - p)/(1 - p))) when one_differs(x)
  check size(x) = 1, p = 3/4
  expect refuted;

// the answers of all n people; the block and the invariants are found
program Everyone(x : private list[bool], n : int, p : real) : list[bool]
  requires size(x) = n;
  requires 0 < p && p < 1;
{
  out := [];
  for i in 0 .. n {
    truth := x[i];
    b :=$ Flip(p);
    if (b) { ans := truth; } else { ans :=$ Flip(p); }
    out := out ++ [ans];
  }
  return out;
}

claim everyone : Everyone satisfies dp(n*max(ln((2 - p)/(1 - p)), ln((1 - p + p^2)/(1 - p)^2)))
  when any;

// ages from 0 to 3, each with geometric noise that is cut off at the ends, for every eps
program Ages(d : private list[int], eps : real) : list[int]
  requires forall i : int. 0 <= i && i < size(d) ==> 0 <= d[i] && d[i] <= 3;
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(d)
    invariant ={out};
    invariant cost <= (if i{1} > k then 2*eps else 0);
  {
    age := d[i];
    joint {
      z :=$ Truncate(DiscreteLaplace(1/eps, age), 0, 3);
    } couple z{2} = z{1} cost (if i{1} = k then 2*eps else 0);
    out := out ++ [z];
  }
  return out;
}

claim ages : Ages satisfies dp(2*eps) when one_differs(d, 1) at k;

// the truth comes out with probability p, marked as such: up to a mass of p
program Catastrophe(d : private list[bool], p : real) : list[(bool, bool)]
  requires 0 <= p && p <= 1;
{
  out := [];
  for i in 0 .. size(d)
    invariant ={out};
    invariant cost <= (if i{1} > k then ln(3) else 0);
    invariant slack <= (if i{1} > k then p else 0);
  {
    x := d[i];
    joint {
      bad :=$ Flip(p);
      if (bad) {
        ans := x;
      } else {
        b :=$ Flip(1/2);
        if (b) { ans := x; } else { ans :=$ Flip(1/2); }
      }
      y := (bad, ans);
    } couple y{2} = y{1}
      cost (if x{1} = x{2} then 0 else ln(3))
      slack (if x{1} = x{2} then 0 else p);
    out := out ++ [y];
  }
  return out;
}

claim catastrophe : Catastrophe satisfies dp(ln(3), p) when one_differs(d) at k;
