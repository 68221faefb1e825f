program Walk(n : int) : int
  requires n >= 0;
{
  p := 0;
  for i in 0 .. n
    invariant true;
  {
    b :=$ Flip(1/2) couple b{2} = !b{1};
    if (b) { p := p + 1; } else { p := p - 1; }
  }
  return p;
}

claim mirrored : Walk ~ Walk : n{1} = n{2} ==> res{2} = -res{1};
