// Up to bad: a step is coupled except for an event, whose probability is paid from delta, and which
// is known not to happen from there on.

// The catastrophe mechanism: with probability p the secret itself, marked as such, else the answer
// of randomized response. For every p, where the channel decides for one p at a time.
program Catastrophe(x : private bool, p : real) : (bool, bool)
  requires 0 <= p <= 1;
{
  bad :=$ Flip(p) couple bad{2} = bad{1} cost 0 except bad{1} slack p;
  if (bad) {
    ans := x;
  } else {
    b :=$ Flip(3/4) couple b{2} = if x{1} = x{2} then b{1} else !b{1};
    ans := if b then x else !x;
  }
  return (bad, ans);
}

claim approximate : Catastrophe satisfies dp(ln(3), p) when any check p in {0, 1/1000, 1/2};

claim half : Catastrophe satisfies dp(ln(3), p/2) when any check p = 1/1000 expect refuted;

// Propose, test, release (Dwork and Lei, 2009): how many records must change before the answer is
// no longer stable, `s`, is a number that one record moves by 1; while it is positive, the answer is
// the same for all neighbours. It is released if `s` with noise is large. Where nothing is stable,
// that is a bad event, of probability exp(-eps*t)/2.
program Release(answer : private real, s : private int, t : real, eps : real) : (bool, real)
  requires eps > 0;
  requires s >= 0;
{
  z :=$ Laplace(1/eps)
    couple z{2} = z{1} + s{1} - s{2}
    cost eps
    except answer{1} != answer{2} && z{1} > t
    slack exp(-eps*t)/2;
  return if s + z > t then (true, answer) else (false, 0);
}

claim released : Release satisfies dp(eps, exp(-eps*t)/2)
  when within(s, 1) && (s{1} > 0 || s{2} > 0 ==> answer{1} = answer{2});

// Noise that is not trusted when it is large: then the answer is given as it is.
program Impatient(x : private int) : int {
  z :=$ DiscreteLaplace(1) couple z{2} = z{1} + x{1} - x{2} cost 1 except |z{1}| > 9 slack 0.0001;
  return if |z| > 10 then x else x + z;
}

claim impatient : Impatient satisfies dp(1, 0.0001) when within(x, 1);

claim pure : Impatient satisfies dp(1) when within(x, 1) check x in {0, 1} expect refuted;
