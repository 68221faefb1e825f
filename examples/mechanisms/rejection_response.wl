// Randomized response by rejection: draw until the card says something, then answer as it says. The loop ends with
// probability 1 only. A card that is thrown away costs nothing; the one that counts costs ln(2).
program Cards(x : private bool) : bool {
  card := 2;  // 0: tell the truth, 1: tell a lie, 2: draw again
  while (card = 2)
    invariant (card{1} = 2 <=> card{2} = 2) && (card{1} = 2 ==> cost = 0) && cost <= ln(2);
    invariant card{1} != 2 ==> 0 <= card{1} && card{1} <= 1;
    invariant card{1} != 2 ==> card{2} = (if x{1} = x{2} then card{1} else 1 - card{1});
  {
    card :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4})
      couple card{2} = (if x{1} = x{2} || card{1} = 2 then card{1} else 1 - card{1});
  }
  return if card = 0 then x else !x;
}

claim private : Cards satisfies dp(ln(2)) when any;
