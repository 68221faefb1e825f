// Propose, test, release: f is released with noise for B where nearby lists have values within B, and it is far to a
// list of which that is not so; how far is tested with noise, too. 2*eps and delta.
// Dwork and Lei, Differential privacy and robust statistics, STOC 2009; Dwork and Roth 2014, section 7.3.
// What is stated of f and of the distance to instability is stated of all lists that differ in one record.
// Annotated: to be quick; the same is found in some seconds.
program ProposeTestRelease(
  d : private list[real],
  f : list[real] -> real,
  far : list[real] -> int,
  B : real,
  eps : real,
  delta : real
) : (bool, real)
  requires eps > 0 && B > 0;
  requires 0 < delta && delta < 1/2;
  requires forall a : list[real],
  b : list[real].
    size(a) = size(b) && (exists h. forall j. 0 <= j < size(a) && j != h ==> a[j] = b[j])
      ==> |far(a) - far(b)| <= 1 && (far(a) > 0 ==> |f(a) - f(b)| <= B);
{
  stable := false;
  out := 0;
  y :=$ Laplace(1/eps)
    couple y{2} = y{1} + far(d{1}) - far(d{2})
    cost eps
    except y{1} > ln(1/(2*delta))/eps
    slack delta;
  if (far(d) + y > ln(1/(2*delta))/eps) {
    z :=$ Laplace(B/eps) couple z{2} = z{1} + f(d{1}) - f(d{2}) cost eps;
    stable := true;
    out := f(d) + z;
  }
  return (stable, out);
}

claim private : ProposeTestRelease satisfies dp(2*eps, delta) when one_differs(d);
