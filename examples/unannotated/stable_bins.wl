// A histogram of three answers, counted in place, that hides small bins: a noisy count below the
// threshold is shown as 0. True: a row that changes leaves one bin and enters another, each of which
// moves by 1 and costs eps; the threshold looks at the noisy count only.
program StableBins(d : private list[int], threshold : real, eps : real) : list[real]
  requires eps > 0;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 2;
{
  bins := [0, 0, 0];
  for i in 0 .. size(d) {
    bins[d[i]] := bins[d[i]] + 1;
  }
  out := [];
  for b in 0 .. 3 {
    z :=$ Laplace(1/eps);
    noisy := bins[b] + z;
    if (noisy < threshold) { noisy := 0; }
    out := out ++ [noisy];
  }
  return out;
}

claim private : StableBins satisfies dp(2*eps) when one_differs(d);
