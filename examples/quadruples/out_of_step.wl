// A pair of loops that are not in step: now run 1 goes round alone while run 2 waits, now both go.
// Asynchronous rules for loops: Barthe, Gregoire, Hsu and Strub, Coupling proofs are probabilistic product programs, POPL 2017.

// A sum entry by entry, and two entries at a time: run 1 goes every second round alone.
program ByOne(d : list[int], m : int) : int
  requires m >= 0 && size(d) = 2*m;
{
  s := 0;
  i := 0;
  while (i < 2*m)
    alone 1 when i{1} mod 2 = 1;
    invariant 0 <= i{1} && i{1} <= 2*m && 0 <= i{2} && i{2} <= m;
    invariant i{1} mod 2 = 0 ==> i{1} = 2*i{2} && ={s};
    invariant i{1} mod 2 = 1 ==> i{1} = 2*i{2} - 1 && s{2} = s{1} + d{1}[i{1}];
    decreases 2*m - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ DiscreteLaplace(2) couple z{2} = z{1};
  return s + z;
}

program ByTwo(d : list[int], m : int) : int
  requires m >= 0 && size(d) = 2*m;
{
  s := 0;
  i := 0;
  while (i < m)
    decreases m - i;
  {
    s := s + d[2*i] + d[2*i + 1];
    i := i + 1;
  }
  z :=$ DiscreteLaplace(2);
  return s + z;
}

claim same : ByOne ~ ByTwo : ={d, m} ==> ={res};
