// A divergence that no single event shows. Of a mechanism with three answers the best event, the likeliest answer, has a Renyi
// divergence of order 2 of ln(9/5) = .588; to be told which of the three it was has ln(17/9) = .636, since
// (1/2)^2/(1/6) + (1/3)^2/(1/3) + (1/6)^2/(1/2) = 17/9. So the claim is refuted by three events together.
// Definition 3 of Mironov, Renyi differential privacy (CSF 2017).

program ThreeAnswers(x : private bool) : int {
  y :=$ Choice({0 @ if x then 1/2 else 1/6, 1 @ 1/3, 2 @ if x then 1/6 else 1/2});
  return y;
}

claim too_little : ThreeAnswers satisfies rdp(2, 3/5) when any expect refuted;

claim enough : ThreeAnswers satisfies rdp(2, ln(17/9)) when any;
