// R13: a pad mod m, where nothing makes the two m equal. In the coupling m stands without a mark, which
// is only for what the precondition makes equal.
// truth: m = 1 against m = 2, x = 0: Pr1[res = 0] = 1, Pr2[res = 0] = 1/2.
// owed: bare-equal, same-noise
program PadMod(x : private int, m : int) : int
  requires m >= 1;
  requires 0 <= x && x < m;
{
  key :=$ Uniform(0 .. m - 1) couple key{2} = (key{1} + x{1} - x{2}) mod m;
  return (x + key) mod m;
}

claim secrecy : PadMod ~ PadMod : true ==> res{1} = res{2} expect unknown;
