// Truncate(D, lo, hi) is D, drawn again until it lies in the range
// A redraw loop: the law is D on condition that the number lies in the range.
program ByRedrawing() : int {
  x := -1;
  while (!(0 <= x && x <= 2)) {
    x :=$ DiscreteLaplace(1/ln(2));
  }
  return x;
}

program Truncated() : int {
  x :=$ Truncate(DiscreteLaplace(1/ln(2)), 0, 2);
  return x;
}

claim same : ByRedrawing ~ Truncated : true ==> res{1} = res{2} check;
