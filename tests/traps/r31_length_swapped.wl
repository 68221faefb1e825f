// R31: two lists change places in each round, and neither gets longer: the first is not as long as it was.
// truth: for n = 1 the result of Swap is b, which may have another length than a.
// owed: postcondition
program Swap(a : list[int], b : list[int], n : int) : list[int] {
  x := a;
  y := b;
  for i in 0 .. n {
    t := x;
    x := y;
    y := t;
  }
  return x;
}

program Caller(a : list[int], b : list[int], n : int) : int {
  z :=$ Swap(a, b, n) couple z{2} = z{1};
  return size(z);
}

claim as_long : Caller ~ Caller : ={a, b, n} ==> res{1} = size(a{1})
  check a in {[0]}, b in {[0, 0]}, n = 1
  expect refuted;
