// What a regression needs of pairs: three sums of products, of values cut off at -1 and 1. And the regression itself, by one
// pass of noisy gradient steps, each with a pair of its own.
// True: each sum moves by 1 at most; a pair is in one step, whose gradient is cut off at C.
program Sums(d : private list[(real, real)], eps : real) : (real, real, real)
  requires eps > 0;
{
  sxx := 0;
  sxy := 0;
  syy := 0;
  for i in 0 .. size(d) {
    x := max(-1, min(1, d[i].0));
    y := max(-1, min(1, d[i].1));
    sxx := sxx + x*x;
    sxy := sxy + x*y;
    syy := syy + y*y;
  }
  a :=$ Laplace(3/eps);
  b :=$ Laplace(3/eps);
  c :=$ Laplace(3/eps);
  return (sxx + a, sxy + b, syy + c);
}

program OnePass(d : private list[(real, real)], C : real, rate : real, eps : real) : real
  requires eps > 0;
  requires C > 0;
{
  theta := 0;
  for t in 0 .. size(d) {
    x := d[t].0;
    y := d[t].1;
    g := max(-C, min(C, 2*(theta*x - y)*x));
    z :=$ Laplace(2*C/eps);
    theta := theta - rate*(g + z);
  }
  return theta;
}

claim sums : Sums satisfies dp(eps) when add_remove(d);
claim one_pass : OnePass satisfies dp(eps) when one_differs(d);
