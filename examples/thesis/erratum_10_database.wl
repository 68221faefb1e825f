// Erratum 10 of the QIF thesis: the listing in appendix A.4.1 has 60 answers, 32 of them yes, where
// the text says 63 and 33. It does no harm, since the noise does not depend on the count. And
// Lap(1/eps) in section 3.1.3 names the scale of the noise, Lap(eps) in appendix A.1 its rate.
program Listed() : (int, int) {
  answers := [
    1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1,
    0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0
  ];
  return (size(answers), count(answers, 1));
}

program Counted() : (int, int) {
  return (60, 32);
}

program AsSaid() : (int, int) {
  return (63, 33);
}

claim counted : Listed ~ Counted : true ==> res{1} = res{2} check;

claim as_said : Listed ~ AsSaid : true ==> res{1} = res{2} check expect refuted;

// the noise of scale 1/eps costs eps, whatever was counted; with rate and scale mixed up, 1/eps
program NoisyCount(resp : private bool, yes : int, scale : real) : int
  requires scale > 0;
{
  c := yes + (if resp then 1 else 0);
  z :=$ DiscreteLaplace(scale) couple z{2} = z{1} + c{1} - c{2} cost 1/scale;
  return c + z;
}

claim scale : NoisyCount satisfies dp(1/scale) when any check yes in {32, 33}, scale in {3, 1/3};
