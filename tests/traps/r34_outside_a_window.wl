// 1.5, R34: runs that a window on infinite support leaves out, and that do not end, or have an error.
// truth: a*b > 1000000 has a probability of less than 10^-3000. Then no run of Forever and Lost ends, and Sometimes, Shortly,
// Draws and Scaled have an error; Divides has one where a*b is 1000000.
// owed: missing-coupling, terminates, division-by-zero, not-a-probability, scale-not-positive
program Forever(x : private bool) : int {
  a :=$ DiscreteLaplace(1/4);
  b :=$ DiscreteLaplace(1/4);
  if (a*b > 1000000) {
    while (true) {
      skip;
    }
  }
  return (if x then 1 else 0) + a*b;
}

claim forever : Forever satisfies dp(1, 999/1000) when any expect unknown;

program Lost(x : private bool) : int {
  a :=$ DiscreteLaplace(1/4);
  b :=$ DiscreteLaplace(1/4);
  while (a*b > 1000000) {
    skip;
  }
  return (if x then 1 else 0) + a*b;
}

claim lost : Lost satisfies dp(1, 999/1000) when any expect unknown;

program Divides(x : private bool) : int {
  a :=$ DiscreteLaplace(1/4);
  b :=$ DiscreteLaplace(1/4);
  y := 5 div (a*b - 1000000);
  return (if x then 1 else 0) + a*b;
}

claim divides : Divides satisfies dp(1, 999/1000) when any expect unknown;

program Sometimes(x : private bool, n : int) : int
  requires n = 0;
{
  a :=$ DiscreteLaplace(1/4);
  b :=$ DiscreteLaplace(1/4);
  y := 0;
  if (a*b > 1000000) { y := 5 div n; }
  return (if x then 1 else 0) + a*b;
}

claim sometimes : Sometimes satisfies dp(1, 999/1000) when any expect unknown;

program Shortly(x : private bool, n : int) : int
  requires n = 0;
{
  a :=$ DiscreteLaplace(1/4);
  b :=$ DiscreteLaplace(1/4);
  y := a*b > 1000000 && 5 div n > 0;
  return (if x then 1 else 0) + a*b;
}

claim shortly : Shortly satisfies dp(1, 999/1000) when any expect unknown;

program Draws(x : private bool, n : int) : int
  requires n = 2;
{
  a :=$ DiscreteLaplace(1/4);
  b :=$ DiscreteLaplace(1/4);
  if (a*b > 1000000) { c :=$ Flip(n); }
  return (if x then 1 else 0) + a*b;
}

claim draws : Draws satisfies dp(1, 999/1000) when any expect unknown;

program Scaled(x : private bool) : int {
  a :=$ DiscreteLaplace(1/4);
  b :=$ DiscreteLaplace(1/4);
  c :=$ Flip(if a*b > 1000000 then 2 else 1/2);
  return (if x then 1 else 0) + a*b;
}

claim scaled : Scaled satisfies dp(1, 999/1000) when any expect unknown;
