// The first reading that is out of range, above one noisy bound or below another: which bounds were
// broken is not told. True: the bounds move apart by 1 each, eps/4 + eps/4, so that what is in range
// stays there for nothing; a reading that is not moves with the bound that it breaks, by at most 2.
program OutOfRange(q : private list[real], low : real, high : real, eps : real) : list[bool]
  requires eps > 0;
{
  a :=$ Laplace(4/eps);
  b :=$ Laplace(4/eps);
  out := [];
  i := 0;
  broken := false;
  while (i < size(q) && !broken) {
    z :=$ Laplace(4/eps);
    broken := q[i] + z >= high + b || q[i] + z <= low + a;
    out := out ++ [broken];
    i := i + 1;
  }
  return out;
}

claim private : OutOfRange satisfies dp(eps) when all_within(q, 1);
