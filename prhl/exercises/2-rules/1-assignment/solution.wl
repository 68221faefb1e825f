program Steps(x : private int) : int {
  y := 3*x - 1;
  z := y + 2*x;
  y := z - y;
  return y + z;
}

// In each run z is 5*x - 1 and the second y is 2*x, so the result is 7*x - 1.
answer gap = 7;

claim forwards : Steps ~ Steps : x{1} = x{2} + 1 ==> res{1} = res{2} + gap;

// Each step between the inputs is 7 between the results, and 28 is 4 times 7.
answer needed = 4;

claim backwards : Steps ~ Steps : x{1} = x{2} + needed ==> res{1} = res{2} + 28;
