program Die() : int {
  n :=$ Uniform(1..6) couple n{2} = 7 - n{1};
  return n;
}

program Wheel(n : int) : int
  requires n >= 1;
{
  x :=$ Uniform(0 .. n - 1) couple x{2} = x{1} + 1;
  return x;
}

claim seven : Die ~ Die : true ==> res{1} + res{2} = 7;

claim next : Wheel ~ Wheel : n{1} = n{2} ==> res{2} = (if res{1} = n{1} - 1 then 0 else res{1} + 1);
