// The secret with probability 1/2, each of the others with probability 1/4.
program Poll(x : private int) : int
  requires 0 <= x && x <= 2;
{
  far :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4});
  return (x + far) mod 3;
}

// Rings more often if the secret is 2, but rarely anyway.
program Alarm(x : private int) : bool
  requires 0 <= x && x <= 2;
{
  rings :=$ Flip(if x = 2 then 1/4 else 1/16);
  return rings;
}

// The smallest epsilon of each program, over all pairs of secrets.
answer epsilon_poll = ln(2);
answer epsilon_alarm = ln(5/4);

// The chance to guess the secret in one try after the output, if all three are equally likely.
answer guess_poll = 1/2;
answer guess_alarm = 19/48;
