// T18: z has a value before it is drawn. In the coupling and in its cost z{1} is the fresh draw; read
// as the old value, which is 5, the step costs nothing.
// truth: x = 0 against x = 1: Pr1[res = 0] = 2/3, Pr2[res = 0] = 1/3.
// owed: budget
program Redrawn(x : private int) : int
  requires 0 <= x && x <= 1;
{
  z := 5;
  z :=$ Choice({0 @ 2/3, 1 @ 1/3})
    couple z{2} = (if x{1} = x{2} then z{1} else 1 - z{1})
    cost (if x{1} = x{2} || z{1} = 5 then 0 else ln(2));
  return if x = 0 then z else 1 - z;
}

claim free : Redrawn satisfies dp(0) when any check x in 0..1 expect refuted;
