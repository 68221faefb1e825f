// The one-time pad modulo m: the shift cipher with a uniform key that is used once.
// The key of run 2 is turned by the difference of the messages, a bijection of 0..m-1, so that the
// ciphertexts agree, for every m.
program PadMod(x : private int, m : int) : int
  requires m >= 1;
  requires 0 <= x && x < m;
{
  key :=$ Uniform(0 .. m - 1) couple key{2} = (key{1} + x{1} - x{2}) mod m{1};
  return (x + key) mod m;
}

claim secrecy : PadMod ~ PadMod : m{1} = m{2} ==> res{1} = res{2} check m in 1..4, x in 0..3;
