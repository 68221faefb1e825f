program Walk(n : int) : int
  requires n >= 0;
{
  p := 0;
  // Where is run 2 when run 1 is at p{1}?
  for i in 0 .. n
    invariant ?;
  {
    // How does the coin of run 2 fall when run 1 tosses b{1}?
    b :=$ Flip(1/2) couple ?;
    if (b) { p := p + 1; } else { p := p - 1; }
  }
  return p;
}

claim mirrored : Walk ~ Walk : n{1} = n{2} ==> res{2} = -res{1};
