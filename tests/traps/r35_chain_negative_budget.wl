// R35: a negative budget of an assumed claim pays for the other one.
// truth: true has probability 1/2 in Half and 1/4 in Quarter.
// lemma less: assumed, and false
// lemma more: true is twice as likely
// owed hop: budget-negative
program Half(n : int) : bool {
  b :=$ Flip(1/2) couple b{2} = b{1};
  return b;
}

program Quarter(n : int) : bool {
  b :=$ Flip(1/4);
  return b;
}

claim less : Half ~ Half : ={n} ==> ={res} within (ln(1/2)) assume;

claim more : Half ~ Quarter : ={n} ==> ={res} within (ln(2));

claim hop : Half ~ Quarter : ={n} ==> ={res}
  within (0)
  from less, more via (n = n{1})
  check n = 0
  expect refuted;
