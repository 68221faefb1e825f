program Savings(x : private int, n : int) : int
  requires n >= 0;
{
  s := 0;
  // How far apart are the savings after i days?
  for i in 0 .. n
    invariant ?;
  {
    s := s + x;
  }
  return s;
}

claim apart : Savings ~ Savings : x{1} = x{2} + 1 && n{1} = n{2} ==> res{1} = res{2} + n{1};
