// A thermometer that sometimes shows one degree too much, and never more than 2.
program Thermometer(x : private int) : int
  requires 0 <= x && x <= 2;
{
  up :=$ Flip(1/3);
  return if up then min(x + 1, 2) else x;
}

// The probability that 0 is shown when the temperature is 0.
answer at_0_shows_0 = ?;

// The probability that 2 is shown when the temperature is 1.
answer at_1_shows_2 = ?;

// The probability that 2 is shown when the temperature is 2.
answer at_2_shows_2 = ?;

// The sum of the column of output 2.
answer column_2 = ?;
