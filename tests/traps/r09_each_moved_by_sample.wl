// R9: a list of draws is moved in one direction or the other, by what was drawn.
// truth: the claim holds; the annotation is wrong: the list moves by what looks at the sample, which has no price.
// owed: no-price
program Noisy(q : private list[real], n : int, sigma : real) : list[real]
  requires size(q) = n && n >= 1 && sigma > 0;
{
  z :=$ Each(Gauss(sigma), n) couple z{2} = z{1} + (if z{1}[0] > 0 then q{1} else q{1}) - q{2};
  return q + z;
}

claim private : Noisy satisfies zcdp(1/(2*sigma^2)) when l2(q{1}, q{2}, 1) expect unknown;
