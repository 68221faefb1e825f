// Two walks by the same steps stay as far apart as they began, by opposite steps they keep their sum; and a list that is
// filled from its end has as many elements as one that is filled from its beginning.
// True: by the same coins, and by opposite ones.
program Walk(start : int, n : int) : int {
  x := start;
  for i in 0 .. n {
    b :=$ Flip(1/2);
    x := if b then x + 1 else x - 1;
  }
  return x;
}

program Upwards(n : int) : list[bool]
  requires n >= 0;
{
  l := [];
  for i in 0 .. n {
    b :=$ Flip(1/2);
    l := l ++ [b];
  }
  return l;
}

program Downwards(n : int) : list[bool]
  requires n >= 0;
{
  l := [];
  i := n;
  while (i > 0) {
    b :=$ Flip(1/2);
    l := [b] ++ l;
    i := i - 1;
  }
  return l;
}

claim apart : Walk ~ Walk : ={n} && start{1} = start{2} + 3 ==> res{1} = res{2} + 3;

claim ordered : Walk ~ Walk : ={n} && start{1} <= start{2} ==> res{1} <= res{2};

claim mirrored : Walk ~ Walk : ={n} && start{1} = 4 - start{2} ==> res{1} = 4 - res{2};

claim as_many : Upwards ~ Downwards : ={n} ==> size(res{1}) = size(res{2});
