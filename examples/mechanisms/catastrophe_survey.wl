// The catastrophe mechanism of Miller's thesis, Melbourne 2024, for a survey of any number of
// people: each answer is given by randomized response, but with probability 1/1000 the truth comes
// out, marked as such. One person's answer is (ln(3), 1/1000)-private, however many take part.
// No map couples the draws: if the truth of run 1 comes out, run 2 cannot say the same. The block
// is one step, up to a mass of 1/1000.
program Survey(d : private list[bool]) : list[(bool, bool)] {
  out := [];
  for i in 0 .. size(d)
    invariant ={out};
    invariant cost <= (if i{1} > k then ln(3) else 0);
    invariant slack <= (if i{1} > k then 1/1000 else 0);
  {
    x := d[i];
    joint {
      bad :=$ Flip(1/1000);
      if (bad) {
        ans := x;
      } else {
        b :=$ Flip(1/2);
        if (b) { ans := x; } else { ans :=$ Flip(1/2); }
      }
      y := (bad, ans);
    } couple y{2} = y{1}
      cost (if x{1} = x{2} then 0 else ln(3))
      slack (if x{1} = x{2} then 0 else 1/1000);
    out := out ++ [y];
  }
  return out;
}

// The same with any probability p of a catastrophe, for one person, by a map. One draw decides all:
// 0 is the truth, 1 a lie, 2 the catastrophe, and 3 would be a lie that is marked as the truth; it
// never comes, so that what goes there is left over.
program Catastrophe(x : private bool, p : real) : (bool, bool)
  requires 0 <= p && p <= 1;
{
  n :=$ Choice({0 @ (1 - p)*3/4, 1 @ (1 - p)/4, 2 @ p})
    couple n{2} = (if x{1} = x{2} then n{1} else if n{1} mod 2 = 0 then n{1} + 1 else n{1} - 1)
    cost ln(3)
    slack p;
  return (n >= 2, if n mod 2 = 0 then x else !x);
}

claim everyone : Survey satisfies dp(ln(3), 1/1000) when one_differs(d) at k check size(d) = 1;

claim symbolic : Catastrophe satisfies dp(ln(3), p) when any check p in {0, 1/1000, 1/2};

claim less : Catastrophe satisfies dp(ln(3), p/2) when any check p = 1/1000 expect refuted;
