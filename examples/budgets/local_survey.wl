// Local privacy, Privacy Engineering week 4 and CMU 15-316 lecture 18: every user answers by
// randomized response, and nobody needs to be trusted. One answer is ln(3)-private whatever the
// secret is. A survey calls it for everyone; users whose secret is the same in both runs cost
// nothing, so that one user in any survey is ln(3)-private too. Asking everyone again costs it again.
program Respond(x : private bool) : bool {
  tails :=$ Flip(3/4) couple tails{2} = tails{1} xor x{1} xor x{2};
  return !(x xor tails);
}

claim local : Respond satisfies dp(ln(3)) when any check;

program Survey(x : private list[bool]) : list[bool] {
  r := [];
  for i in 0 .. size(x)
    invariant ={r} && cost <= (if i{1} > k then ln(3) else 0);
  {
    y :=$ Respond(x[i]) couple by local;
    r := r ++ [y];
  }
  return r;
}

claim one_user : Survey satisfies dp(ln(3)) when one_differs(x) at k check size(x) in 1..3;

claim everyone : Survey satisfies dp(ln(3)) when size(x{1}) = size(x{2})
  check size(x) = 2
  expect refuted;

program TwoSurveys(x : private list[bool]) : (list[bool], list[bool]) {
  first :=$ Survey(x) couple by one_user;
  second :=$ Survey(x) couple by one_user;
  return (first, second);
}

claim asked_twice : TwoSurveys satisfies dp(2*ln(3)) when one_differs(x) check size(x) in 1..2;

claim asked_twice_for_one : TwoSurveys satisfies dp(ln(3)) when one_differs(x)
  check size(x) = 1
  expect refuted;
