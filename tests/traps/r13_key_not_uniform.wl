// R13: a pad mod 3 whose key is not uniform. The rotation of the key is a bijection, and a bijection
// "costs nothing".
// truth: x = 0 against x = 1: Pr1[res = 0] = 1/2, Pr2[res = 0] = 1/4.
// owed: budget, price
program Pad(x : private int) : int {
  key :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4}) couple key{2} = (key{1} + x{1} - x{2}) mod 3;
  return (x + key) mod 3;
}

claim secrecy : Pad satisfies dp(0) when any check x in 0..1 expect refuted;
