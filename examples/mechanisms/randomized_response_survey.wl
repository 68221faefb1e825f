// A survey: n people each answer by two coins, Warner 1965; CMU 15-316, lecture 18. Any n.
// Two surveys that differ in the answer of person k: that person's two coins are one step of price
// ln(3), every other person's step has equal answers to start from and price 0.
program Survey(x : private list[bool]) : list[bool] {
  i := 0;
  out := [];
  while (i < size(x))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(x{1});
    invariant cost <= (if i{1} > k then ln(3) else 0);
    decreases size(x) - i;
  {
    truth := x[i];
    joint {
      b :=$ Flip(1/2);
      if (b) { ans := truth; } else { ans :=$ Flip(1/2); }
    } couple ans{2} = ans{1} cost (if i{1} = k then ln(3) else 0);
    out := out ++ [ans];
    i := i + 1;
  }
  return out;
}

claim private : Survey satisfies dp(ln(3)) when one_differs(x) at k
  check size(x) in 1..3, x[_] in {false, true};
