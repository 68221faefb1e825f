// What two runs draw is related modulo q by the postcondition alone: the program never adds the secret
// to its share. The coupling is the equation, solved for the sample of run 2.
program Share(m : private int, q : int) : (int, int)
  requires q >= 2;
{
  y :=$ Uniform(0 .. q - 1);
  z :=$ Uniform(0 .. q - 1);
  return (y, z);
}

claim sum : Share ~ Share : ={q}
  ==> res{1}.0 = res{2}.0 && (res{1}.1 + m{1}) mod q = (res{2}.1 + m{2}) mod q;

claim difference : Share ~ Share : ={q}
  ==> res{1}.0 = res{2}.0 && (m{1} - res{1}.1) mod q = (m{2} - res{2}.1) mod q;

// twice a share misses the odd remainders by an even q
claim doubled : Share ~ Share : ={q} ==> (m{1} + 2*res{1}.1) mod q = (m{2} + 2*res{2}.1) mod q
  expect refuted;
