// A survey in which each answer is drawn again until it is accepted, and `yes` is accepted twice as often. What comes out
// of the inner loop is one draw: yes with probability 4/5 or 1/2. True: it is one joint block, which costs ln(5/2).
program Survey(d : private list[bool]) : int {
  i := 0;
  s := 0;
  while (i < size(d)) {
    x := d[i];
    accepted := false;
    y := false;
    while (!accepted) {
      y :=$ Flip(if x then 2/3 else 1/3);
      accepted :=$ Flip(if y then 1/2 else 1/4);
    }
    s := if y then s + 1 else s;
    i := i + 1;
  }
  return s;
}

claim private : Survey satisfies dp(ln(5/2)) when one_differs(d);
