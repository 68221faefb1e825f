program Steps(x : private int) : int {
  y := 3*x - 1;
  z := y + 2*x;
  y := z - y;
  return y + z;
}

// The inputs differ by 1: by how much do the results differ?
answer gap = ?;

claim forwards : Steps ~ Steps : x{1} = x{2} + 1 ==> res{1} = res{2} + gap;

// The results shall differ by 28: by how much must the inputs differ?
answer needed = ?;

claim backwards : Steps ~ Steps : x{1} = x{2} + needed ==> res{1} = res{2} + 28;
