// Eager against lazy sampling, as in random oracle proofs (Bellare and Rogaway, EUROCRYPT 2006):
// a value drawn at the start, or only where it is asked for, gives the same answers.
// Where the value is not asked for, run 1 draws alone and nothing is seen of it.
program Eager(asked : bool) : int {
  key :=$ Uniform(0..5);
  if (asked) { r := key; } else { r := -1; }
  return r;
}

program Lazy(asked : bool) : int {
  if (asked) { key :=$ Uniform(0..5); r := key; } else { r := -1; }
  return r;
}

claim same : Eager ~ Lazy : asked{1} = asked{2} ==> res{1} = res{2} check;

claim back : Lazy ~ Eager : asked{1} = asked{2} ==> res{1} = res{2} check;
