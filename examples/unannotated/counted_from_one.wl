// Running sums of noisy numbers, counted from 1 in a list that begins with 0; from the last number to the first, by a
// counter that rises; and a list that is built from 1 and read from 0.
// True: each number is read in one round, which is not that of its position.
program Running(d : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires size(d) = n;
{
  out := [0];
  for i in 1 .. n + 1 {
    z :=$ Laplace(1/eps);
    out := out ++ [out[i - 1] + d[i - 1] + z];
  }
  return out;
}

program FromTheEnd(d : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires size(d) = n;
{
  out := [];
  s := 0;
  for i in 0 .. n {
    z :=$ Laplace(1/eps);
    s := s + d[n - 1 - i] + z;
    out := out ++ [s];
  }
  return out;
}

program Weighed(d : private list[real], n : int, eps : real) : real
  requires eps > 0;
  requires size(d) = n && n >= 1;
{
  out := [];
  for i in 1 .. n + 1 {
    z :=$ Laplace(1/eps);
    out := out ++ [d[i - 1] + z];
  }
  s := 0;
  for j in 0 .. n {
    s := s + j*out[j];
  }
  return s;
}

claim running : Running satisfies dp(eps) when one_differs(d, 1);
claim backwards : FromTheEnd satisfies dp(eps) when one_differs(d, 1);
claim weighed : Weighed satisfies dp(eps) when one_differs(d, 1);
