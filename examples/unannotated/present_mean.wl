// The mean age of those who are present, for a dashboard. Each row says whether the person is
// present, and the age, cut to 0..100 on the way. Sum and count get noise of their own.
// True: if one row changes to anything, the sum moves by at most 100 and the count by at most 1,
// which cost eps/2 each; the quotient is made of the two noisy values.
program PresentMean(rows : private list[(bool, real)], eps : real) : real
  requires eps > 0;
{
  total := 0;
  here := 0;
  for i in 0 .. size(rows) {
    age := rows[i].1;
    if (age < 0) { age := 0; }
    if (age > 100) { age := 100; }
    if (rows[i].0) { total := total + age; here := here + 1; }
  }
  y :=$ Laplace(200/eps, total);
  c :=$ Laplace(2/eps, here);
  return if c >= 1 then y/c else 0;
}

claim private : PresentMean satisfies dp(eps) when one_differs(rows);
