// R11, R18: a coin of 1/2 against a coin of 1/3, and the postcondition that run 2 is true whenever run
// 1 is. The identity gives it, at a price, and this quadruple has no budget.
// truth: Pr1[res] = 1/2, Pr2[res] = 1/3, so that res{1} ==> res{2} cannot hold under any coupling.
// owed: budget, price, same-noise
program Toss(p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(p) couple b{2} = b{1};
  return b;
}

claim dominated : Toss ~ Toss : p{1} = 1/2 && p{2} = 1/3 ==> (res{1} ==> res{2}) expect unknown;
