// R29, 1.5: a loop is unrolled once more than it runs.
// truth: n = 1: Loop adds one coin, Two adds two.
// owed: postcondition, terminates, guards-agree
program Loop(n : int) : int
  requires n >= 1 && n <= 2;
{
  s := 0;
  i := 0;
  while (i < n)
    decreases n - i;
  {
    b :=$ Uniform(0..1);
    s := s + b;
    i := i + 1;
  }
  return s;
}

program Two(n : int) : int {
  a :=$ Uniform(0..1);
  b :=$ Uniform(0..1);
  return a + b;
}

claim same : Loop ~ Two : n{1} = n{2} ==> res{1} = res{2} check n in 1..2 expect refuted;
