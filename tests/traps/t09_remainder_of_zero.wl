// T9: div and mod by zero are run-time errors, though solvers give them some value.
// truth: m = 0 divides by zero: the program fails there.
// owed: division-by-zero
program PadMod(x : private int, m : int) : int {
  r := (x - x) mod m;
  return r;
}

claim private : PadMod satisfies noninterference when any check x in 0..1, m in 0..1 expect unknown;
