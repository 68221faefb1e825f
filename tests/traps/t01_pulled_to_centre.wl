// T1, R10: a shift that depends on the sample, by at most 1 each time, so the price is at most 1/b;
// but -1 and 1 are both moved to 0. (A shift away from the centre would be injective.)
// truth: s = 0 against s = 1, exp(-1/b) = 3/4: Pr1[res = true] = 5/14, Pr2[res = true] = 1/4, and
// 4/3 times 1/4 is less than 5/14. Cut off at -2 and 2: 20/29 against 14/29.
// owed: injective
program Pulled(s : private int, b : real) : bool
  requires b > 0;
{
  z :=$ DiscreteLaplace(b)
    couple z{2} = z{1} + (if |z{1}| > 1 then 0 else if z{1} > 0 then -1 else 1)
    cost 1/b;
  return if s = 0 then |z| <= 1 else 0 <= z && z <= 1;
}

program PulledCut(s : private int) : bool {
  z :=$ Choice({-2 @ 9/58, -1 @ 12/58, 0 @ 16/58, 1 @ 12/58, 2 @ 9/58})
    couple z{2} = z{1} + (if |z{1}| > 1 then 0 else if z{1} > 0 then -1 else 1)
    cost ln(4/3);
  return if s = 0 then |z| <= 1 else 0 <= z && z <= 1;
}

claim near : Pulled ~ Pulled : s{1} = 0 && s{2} = 1 && b{1} = b{2} ==> res{1} = res{2}
  within (1/b{1})
  expect unknown;

claim cut : PulledCut ~ PulledCut : s{1} = 0 && s{2} = 1 ==> res{1} = res{2}
  within (ln(4/3))
  check s in 0..1
  expect refuted;
