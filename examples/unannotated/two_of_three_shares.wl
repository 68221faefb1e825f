// Additive secret sharing modulo p among three: two of the shares, chosen by the public, are shown.
// True: any two shares are uniform and independent, whatever the secret is. Which draw has to make up
// for a change of the secret depends on which share stays hidden.
program TwoShares(secret : private int, hidden : int, p : int) : (int, int)
  requires p >= 2;
  requires 0 <= secret < p;
{
  a :=$ Uniform(0 .. p - 1);
  b :=$ Uniform(0 .. p - 1);
  c := (secret - a - b) mod p;
  if (hidden = 0) {
    shown := (b, c);
  } else if (hidden = 1) {
    shown := (a, c);
  } else {
    shown := (a, b);
  }
  return shown;
}

claim secret : TwoShares satisfies noninterference when any;
