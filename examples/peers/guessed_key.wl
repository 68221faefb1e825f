// A guess that hits: a key drawn from N is met by a guess with probability 1/N, so that a game that lets a guesser win is
// within 1/N of one that never does. The fundamental lemma of game playing: Bellare and Rogaway, EUROCRYPT 2006, lemma
// 2; Shoup, Sequences of Games, IACR ePrint 2004/332, lemma 1 (the difference lemma).
// Annotated: what is excepted is to be read here; the search finds it, too.
program Guess(guess : private int, N : int) : bool
  requires N >= 1;
{
  K: key :=$ Uniform(1..N) couple key{2} = key{1} except key{1} = guess{1} slack 1/N;
  return key = guess;
}

program Never(guess : private int, N : int) : bool
  requires N >= 1;
{
  K: key :=$ Uniform(1..N);
  return false;
}

claim hit : Guess ~ Never : ={guess, N} ==> ={res} within (0, 1/N);

// two guesses may both be right, in one run and in the other
claim two_guessers : Guess satisfies dp(0, 2/N) when any
  proof {
    K: couple key{2} = key{1} cost 0 except key{1} = guess{1} || key{1} = guess{2} slack 2/N;
  };

claim too_little : Guess ~ Never : ={guess, N} ==> ={res}
  within (0, 1/(N + 1))
  check N = 3, guess = 1
  expect refuted;
