// The exponential mechanism, McSherry and Talwar, FOCS 2007: index i with weight exp(eps*u[i]/2).
// The identity is the coupling: a score that moves by 1 costs eps/2 in its own weight and eps/2
// in the sum of the weights. Where all scores move the same way only one of the two is paid; each
// direction is a quadruple of its own.
program ExponentialMechanism(u : private list[real], eps : real) : int
  requires eps > 0;
  requires size(u) >= 1;
{
  r :=$ ExpMech(eps, u) couple r{2} = r{1};
  return r;
}

claim private : ExponentialMechanism satisfies dp(eps) when all_within(u, 1)
  check size(u) = 2, u[_] in 0..2, eps = 2*ln(2)
  check size(u) = 3, u[_] in 0..1, eps = 2*ln(2);

claim falling : ExponentialMechanism ~ ExponentialMechanism : eps{1} = eps{2}
  && size(u{1}) = size(u{2})
  && (forall j. 0 <= j && j < size(u{1}) ==> 0 <= u{1}[j] - u{2}[j] && u{1}[j] - u{2}[j] <= 1)
  ==> res{1} = res{2}
  within (eps/2, 0)
  check size(u) = 2, u[_] in 0..1, eps = 2*ln(2);

claim rising : ExponentialMechanism ~ ExponentialMechanism : eps{1} = eps{2}
  && size(u{1}) = size(u{2})
  && (forall j. 0 <= j && j < size(u{1}) ==> 0 <= u{2}[j] - u{1}[j] && u{2}[j] - u{1}[j] <= 1)
  ==> res{1} = res{2}
  within (eps/2, 0)
  check size(u) = 2, u[_] in 0..1, eps = 2*ln(2);
