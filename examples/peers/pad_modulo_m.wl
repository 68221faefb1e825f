// A pad modulo m, for every integer x and every m: x has no range to be in.
// Katz and Lindell, Introduction to Modern Cryptography, on pads over a group.
program Pad(x : private int, m : int) : int
  requires m >= 1;
{
  r :=$ Uniform(0 .. m - 1);
  return (x + r) mod m;
}

claim pad : Pad satisfies noninterference when any;
