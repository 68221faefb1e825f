// The two forms of the Laplace mechanism are one distribution, BU CS 599.
// A quadruple between two different programs: noise around 0 that is added to v against noise
// around v. The coupling carries one into the other exactly, so nothing is spent.
program NoiseAdded(v : real, b : real) : real
  requires b > 0;
{
  noise: z :=$ Laplace(b, 0);
  return v + z;
}

program NoiseCentred(v : real, b : real) : real
  requires b > 0;
{
  noise: z :=$ Laplace(b, v);
  return z;
}

claim same : NoiseAdded ~ NoiseCentred : ={v, b} ==> res{1} = res{2}
  proof {
    noise: couple z{2} = z{1} + v{1};
  };
