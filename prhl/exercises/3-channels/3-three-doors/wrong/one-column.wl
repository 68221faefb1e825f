// You chose door 0. The host opens another door, and not the one with the prize.
program Host(prize : private int) : int
  requires 0 <= prize && prize <= 2;
{
  coin :=$ Flip(1/2);
  return if prize = 1 then 2 else if prize = 2 then 1 else if coin then 1 else 2;
}

// The chance to guess the place of the prize at once, if all three are equally likely.
answer before = 1/3;

// The chance to guess it when the host has opened a door.
answer after = 1/3;

// The same chance if door 0 has probability 7/10, and the others 3/20 each.
answer after_skewed = 7/10;
