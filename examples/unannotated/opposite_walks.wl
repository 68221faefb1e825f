// A walk on the line and its mirror image: fair steps to the left and to the right have one law.
// And the wheel of fortune, one field further. True: run 2 tosses the other side, or turns on by one.
program Walk(n : int) : int
  requires n >= 0;
{
  p := 0;
  for i in 0 .. n {
    right :=$ Flip(1/2);
    if (right) { p := p + 1; } else { p := p - 1; }
  }
  return p;
}

claim mirrored : Walk ~ Walk : n{1} = n{2} ==> res{2} = -res{1};

program Wheel(n : int) : int
  requires n >= 1;
{
  x :=$ Uniform(0 .. n - 1);
  return x;
}

claim next : Wheel ~ Wheel : n{1} = n{2} ==> res{2} = (if res{1} = n{1} - 1 then 0 else res{1} + 1);
