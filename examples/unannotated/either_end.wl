// Random numbers that are counted from the one end or from the other, as a secret says.
// True: a number from 0 to n is as likely as its mirror image.
program Mirror(s : private list[bool], n : int) : list[int]
  requires n >= 0;
  requires size(s) = n;
{
  out := [];
  for i in 0 .. n {
    x :=$ Uniform(0..n);
    if (s[i]) { out := out ++ [n - x]; } else { out := out ++ [x]; }
  }
  return out;
}

claim hidden : Mirror satisfies noninterference when any;
