// R35: the deltas of two hops added as they are.
// truth: true has probability 1/2 in Half and 0 in Never, and 1/2 > exp(ln(2)) * 0 + 1/4.
// lemma one: true is twice as likely
// lemma two: a quarter is lost
// owed hop: from-budget
program Half() : bool {
  b :=$ Flip(1/2) couple b{2} = b{1};
  return b;
}

program Quarter() : bool {
  b :=$ Flip(1/4);
  return b;
}

program Never() : bool {
  return false;
}

claim one : Half ~ Quarter : true ==> ={res} within (ln(2));

claim two : Quarter ~ Never : true ==> ={res} within (0, 1/4);

claim hop : Half ~ Never : true ==> ={res} within (ln(2), 1/4) from one, two check expect refuted;
