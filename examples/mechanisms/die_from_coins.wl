// A die from coins: three tosses are a number from 0 to 7, and 6 and 7 are thrown away. The die decides who is asked;
// the answer goes through noise of its own, so that the die costs nothing.
program Die(n : int) : int {
  r := 7;
  while (r >= 6)
    invariant ={r} && 0 <= r{1};
  {
    a :=$ Flip(1/2) couple a{2} = a{1};
    b :=$ Flip(1/2) couple b{2} = b{1};
    c :=$ Flip(1/2) couple c{2} = c{1};
    r := (if a then 4 else 0) + (if b then 2 else 0) + (if c then 1 else 0);
  }
  return r;
}

claim same : Die ~ Die : true ==> res{1} = res{2} && 0 <= res{1} && res{1} <= 5;

program AskOne(d : private list[real], eps : real) : real
  requires eps > 0;
  requires size(d) = 6;
{
  r :=$ Die(0) couple by same;
  z :=$ Laplace(1/eps) couple z{2} = z{1} + d{1}[r{1}] - d{2}[r{2}];
  return d[r] + z;
}

claim private : AskOne satisfies dp(eps) when one_differs(d, 1);
