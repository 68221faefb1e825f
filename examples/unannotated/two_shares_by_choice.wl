// A list of secret bits in three shares each, whose xor is the bit: any two of them, as an observer likes, look alike for
// all secrets. True: the share that is not shown makes up for the secret, another one for each choice.
program Shares(secret : private list[bool], who : int) : list[(bool, bool)] {
  view := [];
  for i in 0 .. size(secret) {
    a :=$ Flip(1/2);
    b :=$ Flip(1/2);
    c := (secret[i] xor a) xor b;
    if (who = 0) {
      p := (b, c);
    } else if (who = 1) {
      p := (a, c);
    } else {
      p := (a, b);
    }
    view := view ++ [p];
  }
  return view;
}

claim secret : Shares ~ Shares : ={who} && size(secret{1}) = size(secret{2}) ==> ={res};
