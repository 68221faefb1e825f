// How many records, and their clipped sum, in one go, with Gaussian noise; one record more or less.
// True: the count moves by 1 and the sum by at most B.
program CountAndSum(d : private list[real], B : real, s1 : real, s2 : real) : (real, real)
  requires B > 0 && s1 > 0 && s2 > 0;
{
  y :=$ Gauss(s1);
  z :=$ Gauss(s2);
  return (size(d) + y, sum(max(-B, min(B, x)) for x in d) + z);
}

claim private : CountAndSum satisfies zcdp(1/(2*s1^2) + B^2/(2*s2^2)) when add_remove(d);
