// R35: a chain that rests on a claim that nobody proved.
// truth: true has probability 1/2 in Half and 0 in Never.
// owed one: postcondition
// lemma two: two copies of one program
// owed hop: cited-claim
program Half() : bool {
  b :=$ Flip(1/2) couple none;
  return b;
}

program Never() : bool {
  return false;
}

claim one : Half ~ Never : true ==> ={res} check expect refuted;

claim two : Never ~ Never : true ==> ={res};

claim hop : Half ~ Never : true ==> ={res} from one, two check expect refuted;
