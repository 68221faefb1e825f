// R37: one of two functions is the same in both runs, and it is not said which.
// truth: f(0) = 0 in run 1 and 1 in run 2, g the same: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: postcondition
program First(f : int -> int, g : int -> int) : int {
  return f(0);
}

claim same : First ~ First : ={f} || ={g} ==> ={res} expect unknown;
