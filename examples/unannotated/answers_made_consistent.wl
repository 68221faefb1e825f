// Noisy counts that are made to grow, after Hay et al., VLDB 2010: a program answers, its caller goes
// through the answers by position, and reads none that is not there. That there are n of them stands
// in the text of `Answers`. What is done with the answers costs nothing.
program Answers(q : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires n >= 1;
  requires size(q) = n;
{
  out := [];
  for i in 0 .. n {
    z :=$ Laplace(1/eps);
    out := out ++ [q[i] + z];
  }
  return out;
}

claim answers : Answers satisfies dp(n*eps) when all_within(q, 1);

program Growing(q : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires n >= 1;
  requires size(q) = n;
{
  a :=$ Answers(q, n, eps);
  most := a[0];
  out := [];
  for i in 0 .. n {
    most := max(most, a[i]);
    out := out ++ [most];
  }
  return out;
}

claim growing : Growing satisfies dp(n*eps) when all_within(q, 1);

// one answer too few: there is no a[n]
program TooFar(q : private list[real], n : int, eps : real) : real
  requires eps > 0;
  requires n >= 1;
  requires size(q) = n;
{
  a :=$ Answers(q, n, eps);
  return a[n];
}

claim too_far : TooFar satisfies dp(n*eps) when all_within(q, 1) expect unknown;
