// T8, R11: run 1 may see true, run 2 never does. The price ln(p1/p2) divides by zero; taken as some
// number, or as 0 where p2 = 0, it lets anything pass.
// truth: x = 0 against x = 1: Pr1[res = true] = 1/2, Pr2[res = true] = 0: no epsilon is enough.
// owed: support, price
program Rare(x : private int) : bool {
  b :=$ Flip(if x = 0 then 1/2 else 0) couple b{2} = b{1} cost 100;
  return b;
}

claim private : Rare satisfies dp(100) when any check x in 0..1 expect refuted;
