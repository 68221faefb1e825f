// Zero-concentrated and Renyi privacy: Bun and Steinke, TCC 2016; Mironov, CSF 2017. The cost of a
// proof is then counted in rho, or in the divergence of one order, and adds up just as epsilon does.
// n Gaussian answers cost n/(2*sigma^2) in rho. Under (eps, delta) they would have to be put together
// anew for every n; here the loop says what a round charges.
program GaussAnswers(q : private list[real], n : int, sigma : real) : list[real]
  requires sigma > 0;
  requires size(q) = n;
{
  out := [];
  for i in 0 .. n
    invariant ={out} && cost <= i{1}/(2*sigma^2);
  {
    z :=$ Gauss(sigma) couple z{2} = z{1} + q{1}[i{1}] - q{2}[i{1}];
    out := out ++ [q[i] + z];
  }
  return out;
}

claim answers_add_up : GaussAnswers satisfies zcdp(n/(2*sigma^2)) when all_within(q, 1);

program GaussAnswer(x : private real, sigma : real, alpha : real) : real
  requires sigma > 0;
  requires alpha > 1;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim of_every_order : GaussAnswer satisfies rdp(alpha, alpha/(2*sigma^2)) when within(x, 1);

claim one_answer : GaussAnswer satisfies zcdp(1/(2*sigma^2)) when within(x, 1);

// pure privacy counts half of its square
program LaplaceAnswer(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim pure : LaplaceAnswer satisfies dp(eps) when within(x, 1);

claim half_the_square : LaplaceAnswer satisfies zcdp(eps^2/2) when within(x, 1);

// two mechanisms of different kinds under one budget; the second call rests on a claim of dp
program TwoAnswers(x : private real, eps : real) : (real, real)
  requires eps > 0;
{
  a :=$ GaussAnswer(x, 1/eps, 2) couple by one_answer;
  b :=$ LaplaceAnswer(x, eps) couple by pure;
  return (a, b);
}

claim both_kinds : TwoAnswers satisfies zcdp(eps^2) when within(x, 1);

// randomized response with 3/4: the smallest rho is ln(3)/2 = 0.549, and the proof finds ln(3)^2/2
program Response(x : private bool) : bool {
  y :=$ Flip(3/4) couple y{2} = (if x{1} = x{2} then y{1} else !y{1});
  return y = x;
}

claim response : Response satisfies zcdp(ln(3)^2/2) when true check;

claim too_little : Response satisfies zcdp(1/2) when true check expect refuted;
