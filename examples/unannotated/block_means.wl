// Blocks of b records each: the means of the blocks are cut off at 0 and 1, and their mean is shown with noise. Sample and
// aggregate, after Nissim, Raskhodnikova and Smith, STOC 2007. True: a record is in one block, whose mean moves by 1.
program BlockMeans(d : private list[real], m : int, b : int, eps : real) : real
  requires eps > 0;
  requires m >= 1 && b >= 1;
  requires size(d) = m*b;
{
  total := 0;
  for block in 0 .. m {
    s := 0;
    for j in 0 .. b {
      s := s + d[block*b + j];
    }
    mean := s/b;
    total := total + max(0, min(1, mean));
  }
  z :=$ Laplace(1/(m*eps));
  return total/m + z;
}

claim private : BlockMeans satisfies dp(eps) when one_differs(d);
