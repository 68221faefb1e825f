// R35: what the second of two callees requires is not what the first one does.
// truth: First returns x, Second returns x + 1.
// lemma alike: what Nobody takes does not exist
// owed hop: callee-requires
program Show(x : int) : int {
  return x;
}

program Nobody(x : int) : int
  requires x < 0 && x > 0;
{
  return x + 1;
}

claim alike : Show ~ Nobody : true ==> ={res};

program First(x : int) : int {
  y :=$ Show(x) couple by alike;
  return y;
}

program Second(x : int) : int {
  y :=$ Nobody(x);
  return y;
}

claim hop : First ~ Second : ={x} ==> ={res} expect unknown;
