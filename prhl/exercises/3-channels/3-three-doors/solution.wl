// You chose door 0. The host opens another door, and not the one with the prize.
program Host(prize : private int) : int
  requires 0 <= prize && prize <= 2;
{
  coin :=$ Flip(1/2);
  return if prize = 1 then 2 else if prize = 2 then 1 else if coin then 1 else 2;
}

answer before = 1/3;

// For each output the likeliest secret is the door that you did not choose: 1/3 + 1/3.
answer after = 2/3;

// Now door 0 is the better guess whatever is opened: nothing is gained, though the output tells something.
answer after_skewed = 7/10;
