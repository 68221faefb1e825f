// A chain that is left with probability 1 for every p but 0, solved for all p at once.
// truth: at p = 0 and x = true no run ends; at p = 0 and x = false all do.
program Luck(x : private bool, p : real) : bool
  requires 0 <= p && p <= 1;
{
  c := false;
  while (!c) {
    c :=$ Flip(if x then p else 1/2);
  }
  return c;
}

claim trap : Luck satisfies dp(0) when x{1} = x{2} expect unknown;

program Likely(x : private bool, p : real) : bool
  requires 0 < p && p <= 1;
{
  c := false;
  while (!c) {
    c :=$ Flip(if x then p else 1/2);
  }
  return c;
}

claim right : Likely satisfies dp(0) when any expect proved;
