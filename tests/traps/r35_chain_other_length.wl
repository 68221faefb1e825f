// R35: an input in the middle that is not as long as its type says, which the program there tells.
// truth: from strings of length 1 the second returns 1.
// lemma one: as long as the type says, nothing is left
// lemma two: as long as the type says, nothing is left, and that is what Length returns
// owed hop: length-mismatch
program Length(m : bits[k], k : int) : int {
  return k;
}

program Rest(m : bits[n], n : int) : int {
  return size(m) - n;
}

claim one : Length ~ Rest : true ==> res{2} = 0;

claim two : Rest ~ Length : n{1} = 0 && size(m{1}) = k{2} ==> ={res};

claim hop : Length ~ Length : ={m, k} ==> res{2} = 0
  from one, two via (m = m{1}, n = 0)
  check k in 0..1
  expect refuted;
