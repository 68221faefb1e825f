program Savings(x : private int, n : int) : int
  requires n >= 0;
{
  s := 0;
  for i in 0 .. n
    invariant s{1} = s{2} + n{1};
  {
    s := s + x;
  }
  return s;
}

claim apart : Savings ~ Savings : x{1} = x{2} + 1 && n{1} = n{2} ==> res{1} = res{2} + n{1};
