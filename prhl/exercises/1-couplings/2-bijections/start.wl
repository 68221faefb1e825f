program Die() : int {
  // Run 2 shows the opposite face: the two numbers add up to 7.
  n :=$ Uniform(1..6) couple ?;
  return n;
}

program Wheel(n : int) : int
  requires n >= 1;
{
  // Run 2 stops one field further; after field n - 1 comes field 0.
  x :=$ Uniform(0 .. n - 1) couple ?;
  return x;
}

claim seven : Die ~ Die : true ==> res{1} + res{2} = 7;

claim next : Wheel ~ Wheel : n{1} = n{2} ==> res{2} = (if res{1} = n{1} - 1 then 0 else res{1} + 1);
