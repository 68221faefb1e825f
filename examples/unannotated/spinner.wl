// A spinner with six fields decides how a question is answered: three fields say the truth, one says
// a lie, two mean to spin again. True: a truth and a lie have odds of 3, and spinning again shows nothing.
program Spin(x : private bool) : bool {
  field := 2;
  while (field = 2) {
    field :=$ Choice({0 @ 1/2, 1 @ 1/6, 2 @ 1/3});
  }
  return if field = 0 then x else !x;
}

claim private : Spin satisfies dp(ln(3)) when any;
