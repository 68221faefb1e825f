// Shares of a secret, of which two tell it and one tells nothing: Shamir, How to Share a Secret, CACM 1979, a line
// through the secret modulo a prime m at the places 1, 2 and 3; and replicated sharing: Ito, Saito and Nishizeki,
// GLOBECOM 1987, three summands modulo m, of which each party has two.
// Annotated: the couplings say which share hides what. They are found, too.
program Shamir(s : private int, m : int) : int
  requires m >= 2;
{
  a :=$ Uniform(0 .. m - 1) couple a{2} = (a{1} + s{1} - s{2}) mod m;
  return (s + a) mod m;
}

// the share at 1
claim one_share : Shamir satisfies noninterference when any;

// the share at any place x that has an inverse u: at 2 for odd m, at 3 unless 3 divides m
program ShareAt(s : private int, x : int, u : int, m : int) : int
  requires m >= 2;
  requires x * u mod m = 1;
{
  a :=$ Uniform(0 .. m - 1) couple a{2} = (a{1} + u*(s{1} - s{2})) mod m;
  return (s + x*a) mod m;
}

claim share_at_x : ShareAt satisfies noninterference when any;

program ShareAt2(s : private int, m : int) : int
  requires m >= 2;
{
  a :=$ Uniform(0 .. m - 1);
  return (s + 2*a) mod m;
}

// for even m it tells whether the secret is even
claim share_at_2 : ShareAt2 satisfies noninterference when any expect refuted;

program Both(s : private int, m : int) : (int, int)
  requires m >= 2;
{
  a :=$ Uniform(0 .. m - 1);
  return ((s + a) mod m, (s + 2*a) mod m);
}

// two shares give the secret away
claim two_shares : Both satisfies dp(1) when any check m = 3, s in {0, 1} expect refuted;

program Replicated(s : private int, m : int) : (int, int)
  requires m >= 2;
{
  a :=$ Uniform(0 .. m - 1) couple a{2} = a{1};
  b :=$ Uniform(0 .. m - 1) couple b{2} = (b{1} + s{2} - s{1}) mod m;
  return (a, (s - a - b) mod m);
}

// a party without the summand b
claim one_party : Replicated satisfies noninterference when any;

program TwoParties(s : private int, m : int) : (int, int, int)
  requires m >= 2;
{
  a :=$ Uniform(0 .. m - 1);
  b :=$ Uniform(0 .. m - 1);
  return (a, b, (s - a - b) mod m);
}

claim two_parties : TwoParties satisfies dp(1) when any check m = 2, s in {0, 1} expect refuted;
