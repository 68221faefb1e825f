// R35: inputs in the middle that the program there does not take, so that the claims say nothing.
// truth: Show returns its input, Other another one, whatever they are.
// lemma one: of Nobody anything is true
// lemma two: of Nobody anything is true
// owed hop: callee-requires
program Show(x : int) : int {
  return x;
}

program Nobody(x : int) : int
  requires x < 0 && x > 0;
{
  return x;
}

program Other(x : int) : int {
  return x + 1;
}

claim one : Show ~ Nobody : true ==> ={res};

claim two : Nobody ~ Other : true ==> ={res};

claim hop : Show ~ Other : ={x} ==> ={res}
  from one, two via (x = x{1})
  check x in {0, 1}
  expect refuted;
