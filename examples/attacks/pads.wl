// Pads that do not hide, with no annotation and no `check`: one key for two messages, whose xor is
// then seen, and a key whose bits are not fair. Messages of any length, so that only a search tells.
program TwoTimePad(a : private bits[n], b : private bits[n], n : int) : (bits[n], bits[n])
  requires n >= 1;
{
  key :=$ Uniform(bits(n));
  return (a xor key, b xor key);
}

program BiasedPad(m : private list[bool]) : list[bool] {
  out := [];
  for i in 0 .. size(m) {
    key :=$ Flip(1/4);
    out := out ++ [m[i] xor key];
  }
  return out;
}

claim two_time : TwoTimePad ~ TwoTimePad : n{1} = n{2} ==> res{1} = res{2} expect refuted;

claim biased : BiasedPad ~ BiasedPad : size(m{1}) = size(m{2}) ==> res{1} = res{2} expect refuted;

claim biased_private : BiasedPad satisfies noninterference when one_differs(m) expect refuted;
