// Binary randomized response as OpenDP implements it, with the privacy map of its proof:
// 0 for equal arguments, ln(prob/(1 - prob)) for different ones.
// The library rounds that number up. The last program shows why: at prob = 3/4 the six-digit
// decimal above ln(3) is a bound, the one below is not.
program RandomizedResponseBool(arg : private bool, prob : real) : bool
  requires 1/2 <= prob;
  requires prob < 1;
{
  truthful :=$ Flip(prob) couple truthful{2} = truthful{1} xor arg{1} xor arg{2};
  return !(arg xor truthful);
}

claim distance_one : RandomizedResponseBool satisfies dp(ln(prob/(1 - prob))) when any
  check prob in {1/2, 2/3, 3/4, 99/100};

claim distance_zero : RandomizedResponseBool satisfies dp(0) when arg{1} = arg{2}
  check prob in {1/2, 3/4};

program ThreeQuarters(arg : private bool) : bool {
  truthful :=$ Flip(3/4) couple truthful{2} = truthful{1} xor arg{1} xor arg{2};
  return !(arg xor truthful);
}

claim rounded_up : ThreeQuarters satisfies dp(1.098613) when any check;

claim rounded_down : ThreeQuarters satisfies dp(1.098612) when any check expect refuted;
