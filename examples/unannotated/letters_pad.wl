// The one-time pad for a text of letters 0 to m - 1: each letter is moved on by a fresh uniform key
// letter, round the alphabet. Two texts of the same length look alike.
// True: each letter of the cipher is uniform whatever the text is, and they are independent.
program LettersPad(text : private list[int], m : int) : list[int]
  requires m >= 1;
  requires forall j. 0 <= j < size(text) ==> 0 <= text[j] < m;
{
  cipher := [];
  for i in 0 .. size(text) {
    key :=$ Uniform(0 .. m - 1);
    cipher := cipher ++ [(text[i] + key) mod m];
  }
  return cipher;
}

claim secret : LettersPad satisfies noninterference when size(text{1}) = size(text{2});
