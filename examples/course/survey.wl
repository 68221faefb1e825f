// Randomized response by many people, CMU 15-316 lecture 18: each person tosses the two coins.
// The two tosses of one person are one joint step, priced by its exact channel. Only person k may
// have another secret, so only that step pays: ln(3) for any number of people.
program Survey(x : private list[bool]) : list[bool] {
  r := [];
  for i in 0 .. size(x)
    invariant ={r} && cost <= (if i{1} > k then ln(3) else 0);
  {
    secret := x[i];
    joint {
      b :=$ Flip(1/2);
      if (b) { o := secret; } else { o :=$ Flip(1/2); }
    } couple o{2} = o{1} cost (if i{1} = k then ln(3) else 0);
    r := r ++ [o];
  }
  return r;
}

claim one_person : Survey satisfies dp(ln(3)) when one_differs(x) at k check size(x) in 1..4;

claim whole_survey : Survey satisfies dp(ln(3)) when size(x{1}) = size(x{2})
  check size(x) = 2
  expect refuted;
