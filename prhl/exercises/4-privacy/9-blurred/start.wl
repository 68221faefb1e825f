program Survey(x : private bool) : bool {
  lie :=$ Flip(1/4) couple lie{2} = lie{1} xor x{1} xor x{2};
  return x xor lie;
}

claim survey : Survey satisfies dp(ln(3)) when any;

// The answer of Survey, turned over with probability 1/3.
program Blurred(x : private bool) : bool {
  // Which claim couples this call?
  y :=$ Survey(x) couple ?;
  // How does the second coin go together in the two runs?
  turn :=$ Flip(1/3) couple ?;
  return y xor turn;
}

claim blurred : Blurred satisfies dp(ln(3)) when any;

// The smallest epsilon of Blurred.
answer exactly = ?;
