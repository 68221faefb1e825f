program Steps(x : private int) : int {
  y := 3*x - 1;
  z := y + 2*x;
  y := z - y;
  return y + z;
}

answer gap = 7;

claim forwards : Steps ~ Steps : x{1} = x{2} + 1 ==> res{1} = res{2} + gap;

answer needed = 28;

claim backwards : Steps ~ Steps : x{1} = x{2} + needed ==> res{1} = res{2} + 28;
