program Die() : int {
  // 1, 2, ..., 6 becomes 6, 5, ..., 1: every face is used once, and the sum is 7.
  n :=$ Uniform(1..6) couple n{2} = 7 - n{1};
  return n;
}

program Wheel(n : int) : int
  requires n >= 1;
{
  // A rotation: `mod` brings the last field back to 0, the one field that would have no draw otherwise.
  x :=$ Uniform(0 .. n - 1) couple x{2} = (x{1} + 1) mod n{1};
  return x;
}

claim seven : Die ~ Die : true ==> res{1} + res{2} = 7;

claim next : Wheel ~ Wheel : n{1} = n{2} ==> res{2} = (if res{1} = n{1} - 1 then 0 else res{1} + 1);
