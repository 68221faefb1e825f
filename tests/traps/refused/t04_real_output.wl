// T4, R17: pointwise with a real result. For each o the noise of run 2 is a shift by -o, and where
// run 1 gives o it has drawn 2*o: along that path the price is not even positive. Each single
// output has probability 0, so nothing follows for events.
// truth: s = 0 against s = 1: Pr1[|res| <= t] = 1 - exp(-2*t), Pr2[|res| <= t] = 1 - exp(-t), whose
// ratio is 1 + exp(-t), close to 2 for small t.
// refused: pointwise-real
program Scaled(s : private int) : real {
  z :=$ Laplace(1) couple z{2} = z{1} - o;
  return if s = 0 then z/2 else z;
}

claim free : Scaled ~ Scaled : s{1} = 0 && s{2} = 1 ==> res{1} = res{2} pointwise o expect unknown;
