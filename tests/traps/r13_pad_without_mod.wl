// R13: the key is turned mod m, the message is added to it without mod.
// truth: m = 2, x = 0 against x = 1: Pr1[res = 0] = 1/2, Pr2[res = 0] = 0.
// owed: results-equal
program Pad(x : private int, m : int) : int
  requires m >= 1;
{
  key :=$ Uniform(0 .. m - 1) couple key{2} = (key{1} + x{1} - x{2}) mod m;
  return x + key;
}

claim secrecy : Pad satisfies noninterference when any check x in 0..1, m = 2 expect refuted;
