// The median by noisy binary search between two public ends: each step asks how many values lie
// below the middle of what is left, and the noisy answer decides where to look next.
// True: a count moves by at most 1 if one value changes to anything, so a step costs eps; the next
// question is made of earlier noisy answers.
program NoisyMedian(d : private list[real], lo : real, hi : real, steps : int, eps : real) : real
  requires eps > 0;
  requires steps >= 0;
{
  a := lo;
  b := hi;
  for t in 0 .. steps {
    middle := (a + b)/2;
    below := 0;
    for i in 0 .. size(d) {
      below := below + (if d[i] < middle then 1 else 0);
    }
    z :=$ Laplace(1/eps);
    if (below + z < size(d)/2) { a := middle; } else { b := middle; }
  }
  return (a + b)/2;
}

claim private : NoisyMedian satisfies dp(steps*eps) when one_differs(d);
