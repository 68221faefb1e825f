program Walk(n : int) : int
  requires n >= 0;
{
  p := 0;
  // Mirror images of each other. Both start at 0, and opposite steps keep it so.
  for i in 0 .. n
    invariant p{2} = -p{1};
  {
    // Always the other way: a step to the right in one run is a step to the left in the other.
    b :=$ Flip(1/2) couple b{2} = !b{1};
    if (b) { p := p + 1; } else { p := p - 1; }
  }
  return p;
}

claim mirrored : Walk ~ Walk : n{1} = n{2} ==> res{2} = -res{1};
