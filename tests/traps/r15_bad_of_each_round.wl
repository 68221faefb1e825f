// R15, R5: every round of the loop has its bad event, and no invariant counts what they cost.
// truth: n = 2: some answer is true with probability 19/100 for x = true, and never for x = false.
// owed: invariant-kept, slack
program Repeat(x : private bool, n : int) : list[bool]
  requires n >= 0;
{
  out := [];
  for i in 0 .. n
    invariant ={out} && cost = 0;
  {
    b :=$ Flip(1/10) couple b{2} = b{1} cost 0 except b{1};
    out := out ++ [b && x];
  }
  return out;
}

claim all : Repeat satisfies dp(0, 1/10) when any check n = 2 expect refuted;
