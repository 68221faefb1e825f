// Code whose results nobody uses may be left out, if it ends with probability 1, has no run-time error and leaks nothing:
// a loop that waits for luck, and a call of a program.
program Heads(p : real) : int
  requires 0 < p && p <= 1;
{
  n := 0;
  c := false;
  while (!c) {
    c :=$ Flip(p);
    n := n + 1;
  }
  return n;
}

program Busy(x : int) : int {
  n :=$ Heads(1/3);
  k := 9;
  while (k > 5) {
    k :=$ Uniform(0..9);
  }
  return x;
}

program Idle(x : int) : int {
  return x;
}

claim dropped : Busy ~ Idle : x{1} = x{2} ==> res{1} = res{2};

claim added : Idle ~ Busy : x{1} = x{2} ==> res{1} = res{2};
