// How many people came: records come and go
// Adjacent are lists of which one has a record more: `add_remove`.
program Visitors(d : private list[int], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps);
  return size(d) + z;
}

claim private : Visitors satisfies dp(eps) when add_remove(d);
