// Every person sends k bits about a number of their own, each turned over with probability 1 - p.
// True: of one person two bits differ.
program Locals(x : private list[int], k : int, p : real) : list[list[bool]]
  requires 1/2 < p && p < 1;
{
  out := [];
  for i in 0 .. size(x) {
    row := [];
    for j in 0 .. k {
      b :=$ Flip(p);
      row := row ++ [b = (x[i] = j)];
    }
    out := out ++ [row];
  }
  return out;
}

claim private : Locals satisfies dp(2*ln(p/(1 - p))) when one_differs(x);
