program Survey(x : private bool) : bool {
  lie :=$ Flip(1/4) couple lie{2} = lie{1} xor x{1} xor x{2};
  return x xor lie;
}

claim survey : Survey satisfies dp(ln(3)) when any;

// The answer of Survey, turned over with probability 1/3.
program Blurred(x : private bool) : bool {
  // From here on y is equal in both runs, and ln(3) is paid.
  y :=$ Survey(x) couple by survey;
  // What is equal stays equal if both runs draw the same, and that is free.
  turn :=$ Flip(1/3) couple turn{2} = turn{1};
  return y xor turn;
}

claim blurred : Blurred satisfies dp(ln(3)) when any;

// The truth comes out with 3/4 * 2/3 + 1/4 * 1/3 = 7/12, the lie with 5/12.
answer exactly = ln(7/5);
