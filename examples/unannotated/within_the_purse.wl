// Questions with prices that are known beforehand, each answered if what is left of the budget pays for it: a privacy
// filter. True: a question costs what is written down for it, and so all together no more than the total.
program Purse(
  d : private list[bool],
  price : list[real],
  f : (list[bool], int) -> real,
  total : real
) : list[real]
  requires total > 0;
  requires forall j. 0 <= j < size(price) ==> price[j] > 0;
{
  spent := 0;
  out := [];
  for i in 0 .. size(price) {
    if (spent + price[i] <= total) {
      z :=$ Laplace(1/price[i]);
      out := out ++ [f((d, i)) + z];
      spent := spent + price[i];
    }
  }
  return out;
}

claim private : Purse satisfies dp(total) when forall i. |f((d{1}, i)) - f((d{2}, i))| <= 1;
