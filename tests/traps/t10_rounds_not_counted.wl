// T10, R19: the invariant does not speak of cost, which every round increases. What was spent before
// the loop, or in one round, is not what is spent after it.
// truth: n = 2, x = false against true: Pr1[res = [false, false]] = 9/16, Pr2 = 1/16: 2*ln(3).
// owed: budget, invariant-kept
program Repeat(x : private bool, n : int) : list[bool]
  requires n >= 1;
{
  out := [];
  for i in 0 .. n
    invariant ={out};
  {
    b :=$ Flip(1/4) couple b{2} = b{1} xor x{1} xor x{2} cost ln(3);
    out := out ++ [x xor b];
  }
  return out;
}

claim once : Repeat satisfies dp(ln(3)) when any check n in 1..2 expect refuted;
