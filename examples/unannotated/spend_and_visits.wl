// Two sums over one table, what customers spent (cut to 0..50) and how often they came (cut to
// 0..7), each with Gaussian noise that fits it. Concentrated privacy adds up.
// True: if one row changes, the first sum moves by at most 50 and the second by at most 7; noise of
// 50*sigma and 7*sigma costs 1/(2*sigma^2) each in rho.
program SpendAndVisits(d : private list[(real, int)], sigma : real) : (real, real)
  requires sigma > 0;
{
  spent := 0;
  visits := 0;
  for i in 0 .. size(d) {
    spent := spent + max(0, min(50, d[i].0));
    visits := visits + max(0, min(7, d[i].1));
  }
  x :=$ Gauss(50*sigma);
  y :=$ Gauss(7*sigma);
  return (spent + x, visits + y);
}

claim private : SpendAndVisits satisfies zcdp(1/sigma^2) when one_differs(d);
