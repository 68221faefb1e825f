// R30: the block reads a bit string that is not as long as its type says, since the callee returned it so.
// truth: b = true has probability 1 for m = 0b1000 and 0 for m = 0b0000.
// lemma any_length: nothing is said of the result
// owed read: joint-block
program Passed(m : private bits[k], k : int, n : int) : bits[n] {
  return m;
}

program Read(m : private bits[4]) : bool {
  y :=$ Passed(m, 4, 3) couple by any_length;
  joint {
    b :=$ Flip(if size(y) = 3 then 1/2 else if y[0] then 1 else 0);
  } couple b{2} = b{1} cost 0;
  return b;
}

claim any_length : Passed ~ Passed : ={k, n} ==> true;

claim read : Read satisfies noninterference when any check expect refuted;
