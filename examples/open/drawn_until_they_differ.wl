// Loops that end by luck, solved for every p at once. Von Neumann's coin is fair for every bias but 0 and 1, at which it
// is never thrown. And an answer that is drawn again with probability p, whatever it is, costs what it costs at once.
program VonNeumann(p : real) : bool
  requires 0 < p && p < 1;
{
  a := true;
  b := true;
  while (a = b) {
    a :=$ Flip(p);
    b :=$ Flip(p);
  }
  return a;
}

program Fair(p : real) : bool
  requires 0 < p && p < 1;
{
  a :=$ Flip(1/2);
  return a;
}

claim fair : VonNeumann ~ Fair : p{1} = p{2} ==> res{1} = res{2};

program Again(x : private bool, p : real) : bool
  requires 0 <= p && p < 1;
{
  y := x;
  again := true;
  while (again) {
    y :=$ Flip(if x then 3/4 else 1/4);
    again :=$ Flip(p);
  }
  return y;
}

claim at_once : Again satisfies dp(ln(3)) when any;

// Where `no` is drawn again with probability p, and `yes` never, it costs more.
program Coaxed(x : private bool, p : real) : bool
  requires 0 <= p && p < 1;
{
  y := x;
  again := true;
  while (again) {
    y :=$ Flip(if x then 3/4 else 1/4);
    again :=$ Flip(if y then 0 else p);
  }
  return y;
}

claim coaxed : Coaxed satisfies dp(ln(3*(4 - p)/(4 - 3*p))) when any;
claim for_the_same : Coaxed satisfies dp(ln(3)) when any expect refuted;
