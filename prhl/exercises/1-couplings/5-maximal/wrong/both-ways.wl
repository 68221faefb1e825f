answer delta = 4/5;

program Falling() : int {
  draw: x :=$ Choice({1 @ 4/10, 2 @ 3/10, 3 @ 2/10, 4 @ 1/10});
  return x;
}

program Rising() : int {
  draw: x :=$ Choice({1 @ 1/10, 2 @ 2/10, 3 @ 3/10, 4 @ 4/10});
  return x;
}

claim close : Falling ~ Rising : true ==> res{1} = res{2}
  within (0, delta)
  proof {
    draw: couple x{2} = x{1} cost 0 slack delta;
  };
