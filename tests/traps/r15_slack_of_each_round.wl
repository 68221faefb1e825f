// R15, R5: every round of the loop leaves some mass over, and no invariant counts it.
// truth: n = 2: both answers are true with probability 1 for x = true, and with probability 81/100
// for x = false: delta(0) is 19/100.
// owed: invariant-kept, slack
program Repeat(x : private bool, n : int) : list[bool]
  requires n >= 0;
{
  out := [];
  for i in 0 .. n
    invariant ={out} && cost = 0;
  {
    b :=$ Flip(if x then 1 else 9/10) couple b{2} = b{1} cost 0 slack 1/10;
    out := out ++ [b];
  }
  return out;
}

claim all : Repeat satisfies dp(0, 1/10) when any check n = 2 expect refuted;
