// The same question asked twice: each answer is turned over with probability p.
program Twice(x : private bool, p : real) : (bool, bool)
  requires 0 < p && p <= 1/2;
{
  first :=$ Flip(p);
  second :=$ Flip(p);
  return (x xor first, x xor second);
}

// Which p are enough for a budget of ln(3)? An inequality about p, without roots.
answer enough = ?;

// The smallest of them, as an exact number.
answer least = ?;

claim affordable : Twice satisfies dp(ln(3)) when enough;

// not stricter than needed: among these p are some that take nearly all of the budget
claim no_stricter : Twice satisfies dp(ln(29/10)) when enough expect refuted;
