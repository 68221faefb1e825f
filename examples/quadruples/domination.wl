// Stochastic domination: three tosses of a coin of bias 1/2 win at least as often as three of bias
// 1/4, so the two can be tossed together such that run 1 never has more wins (Strassen 1965). No
// map of the coins does that; the flow finds a coupling, and for the other direction a cut.
program Quarter() : int {
  wins := 0;
  for i in 0 .. 3 {
    b :=$ Flip(1/4);
    if (b) { wins := wins + 1; }
  }
  return wins;
}

program Half() : int {
  wins := 0;
  for i in 0 .. 3 {
    b :=$ Flip(1/2);
    if (b) { wins := wins + 1; }
  }
  return wins;
}

claim dominated : Quarter ~ Half : true ==> res{1} <= res{2};

claim dominates : Half ~ Quarter : true ==> res{1} <= res{2} expect refuted;

claim nearly : Half ~ Quarter : true ==> res{1} <= res{2} within (0, 11/32);
