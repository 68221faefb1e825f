// OpenDP's make_randomized_response_bool: the truth with probability prob.
// Its proof is about every prob in [1/2, 1), and so is this.
program Response(x : private bool, prob : real) : bool
  requires 1/2 <= prob && prob < 1;
{
  truth :=$ Flip(prob);
  return if truth then x else !x;
}

claim opendp : Response satisfies dp(ln(prob/(1 - prob))) when any;

claim half_the_price : Response satisfies dp(ln(prob/(1 - prob))/2) when any expect refuted;
