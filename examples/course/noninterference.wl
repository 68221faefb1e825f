// Noninterference, CMU 15-316 lecture 18: the secret has no influence on what is observed.
// The first program branches on the secret and ends in the same place. The second one is
// probabilistic: a secret that is masked by a fair coin does not reach the result either.
program SecretBranch(s : private int, o : int) : int {
  if (s > 0) { y := o + o; } else { y := 2*o; }
  return y;
}

claim both_branches_agree : SecretBranch satisfies noninterference when any
  check s in -1 .. 1, o in 0..2;

program Masked(s : private bool, o : bool) : (bool, bool) {
  mask :=$ Flip(1/2) couple mask{2} = mask{1} xor s{1} xor s{2};
  return (s xor mask, !o);
}

claim masked : Masked satisfies noninterference when any check;
