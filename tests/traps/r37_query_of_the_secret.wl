// R37: whatever is asked, the answer moves by at most 1. That says nothing of runs that ask different questions:
// here the question is chosen by the secret itself, and not by earlier answers.
// truth: f((d, v)) = 9*v and ask(d) = d: d = 0 against d = 1, the centres of the noise are 9 apart, epsilon is 9.
// owed: budget, price
program Chosen(d : private int, f : (int, int) -> int, ask : int -> int) : real {
  q := ask(d);
  z :=$ Laplace(1) couple z{2} = z{1} + f((d{1}, q{1})) - f((d{2}, q{2}));
  return f((d, q)) + z;
}

claim private : Chosen satisfies dp(1)
  when |d{1} - d{2}| <= 1 && (forall v : int. |f((d{1}, v)) - f((d{2}, v))| <= 1)
  expect unknown;
