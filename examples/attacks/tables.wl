// The intersection attack on anonymous tables, Privacy Engineering weeks 1 and 3 (k-anonymity;
// composition, Ganta, Kasiviswanathan and Smith 2008). A hospital releases which of four illnesses
// the three people of a group have, without names; Bob is known to be one of the three. Every table
// by itself is 3-anonymous. But Bob was in two hospitals, with other people in his group.
program OneTable(bob : private int) : list[int]
  requires 0 <= bob && bob <= 3;
{
  table := [0, 0, 0, 0];
  table[bob] := 1;
  for i in 0 .. 2 {
    ill :=$ Uniform(0..3);
    table[ill] := table[ill] + 1;
  }
  return table;
}

claim one_table : OneTable satisfies dp(ln(4)) when any expect refuted;

program TwoTables(bob : private int) : (list[int], list[int])
  requires 0 <= bob && bob <= 3;
{
  first :=$ OneTable(bob);
  second :=$ OneTable(bob);
  return (first, second);
}

claim two_tables : TwoTables satisfies dp(ln(4), 3/4) when any expect refuted;

program ThreeTables(bob : private int) : (list[int], list[int], list[int])
  requires 0 <= bob && bob <= 3;
{
  first :=$ OneTable(bob);
  second :=$ OneTable(bob);
  third :=$ OneTable(bob);
  return (first, second, third);
}

claim three_tables : ThreeTables satisfies dp(ln(4), 3/4) when any expect refuted;
