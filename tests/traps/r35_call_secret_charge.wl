// R35: a budget at the arguments of the call is charged, and not that of other arguments.
// truth: true has probability 1/2 in the first and 1/4 in the second.
// lemma close: the more likely, the more it costs
// owed hop: budget
program Half(e : real) : bool
  requires e >= 0;
{
  b :=$ Flip(1/2) couple b{2} = b{1} cost e{1};
  return b;
}

program Less(e : real) : bool
  requires e >= 0;
{
  b :=$ Flip(1/4);
  return b;
}

claim close : Half ~ Less : e{1} = ln(2) ==> ={res} within (e{1});

program First(e : real) : bool
  requires e >= 0;
{
  x :=$ Half(ln(2)) couple by close;
  return x;
}

program Second(e : real) : bool
  requires e >= 0;
{
  x :=$ Less(0);
  return x;
}

claim hop : First ~ Second : e{1} = 0 && e{2} = 0 ==> ={res}
  within (e{1})
  check e = 0
  expect refuted;
