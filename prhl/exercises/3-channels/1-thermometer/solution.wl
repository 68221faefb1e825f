// A thermometer that sometimes shows one degree too much, and never more than 2.
program Thermometer(x : private int) : int
  requires 0 <= x && x <= 2;
{
  up :=$ Flip(1/3);
  return if up then min(x + 1, 2) else x;
}

// A row is a distribution: 0 shows itself unless the coin lifts it.
answer at_0_shows_0 = 2/3;

answer at_1_shows_2 = 1/3;

// Both sides of the coin lead to 2.
answer at_2_shows_2 = 1;

// A column collects what different secrets do, and may have any sum: 0 + 1/3 + 1.
answer column_2 = 4/3;
