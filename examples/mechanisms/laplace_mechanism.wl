// The Laplace mechanism, Dwork, McSherry, Nissim and Smith, TCC 2006; the slides of BU CS 599.
// f is any function whose value moves by at most 1 (or at most sens) between adjacent inputs.
// The noise of run 2 cancels the difference of the two values, which costs eps. With the value as
// the centre of the noise, the slides' second form, the same coupling is the identity.
program LaplaceMechanism(d : private list[real], f : list[real] -> real, eps : real) : real
  requires eps > 0;
{
  y := f(d);
  z :=$ Laplace(1/eps) couple z{2} = z{1} + y{1} - y{2};
  return y + z;
}

program LaplaceCentred(
  d : private list[real],
  f : list[real] -> real,
  sens : real,
  eps : real
) : real
  requires eps > 0;
  requires sens > 0;
{
  z :=$ Laplace(sens/eps, f(d)) couple z{2} = z{1} cost eps;
  return z;
}

claim private : LaplaceMechanism satisfies dp(eps) when |f(d{1}) - f(d{2})| <= 1;

claim centred : LaplaceCentred satisfies dp(eps) when |f(d{1}) - f(d{2})| <= sens;
