program Savings(x : private int, n : int) : int
  requires n >= 0;
{
  s := 0;
  // Each day adds one coin to the difference, so after i days it is i; at the end i is n.
  for i in 0 .. n
    invariant s{1} = s{2} + i{1};
  {
    s := s + x;
  }
  return s;
}

claim apart : Savings ~ Savings : x{1} = x{2} + 1 && n{1} = n{2} ==> res{1} = res{2} + n{1};
