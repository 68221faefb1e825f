// R37: two functions are one if the precondition says so, by itself. Here it says so in case of something
// false, which is to say nothing.
// truth: f(0) = 0 in run 1 and f(0) = 1 in run 2: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: postcondition
program First(f : int -> int) : int {
  return f(0);
}

claim same : First ~ First : (false ==> ={f}) ==> ={res} expect unknown;
