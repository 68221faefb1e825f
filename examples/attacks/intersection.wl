// The intersection attack, Privacy Engineering week 3: two counts that differ in one person. How
// many use Notepad, and how many of them were not born on Bob's birthday? The nine others are
// strangers to the attacker: each uses it with probability 1/2. One count hides Bob among them, two
// give him away; counts below `least` may be kept back, which helps as long as they are small. With
// noise on both, eps is left for any number of others: only one of the two counts depends on Bob.
program OneCount(bob : private bool) : int {
  rest := 0;
  for i in 0 .. 9 {
    uses :=$ Flip(1/2);
    if (uses) { rest := rest + 1; }
  }
  return rest + (if bob then 1 else 0);
}

claim among_nine : OneCount satisfies dp(0, 63/256) when any;

program TwoCounts(bob : private bool) : (int, int) {
  rest := 0;
  for i in 0 .. 9 {
    uses :=$ Flip(1/2);
    if (uses) { rest := rest + 1; }
  }
  return (rest + (if bob then 1 else 0), rest);
}

claim something_is_hidden : TwoCounts satisfies dp(10, 999/1000) when any expect refuted;

program LargeCounts(bob : private bool, least : int) : (int, int) {
  rest := 0;
  for i in 0 .. 9 {
    uses :=$ Flip(1/2);
    if (uses) { rest := rest + 1; }
  }
  all := rest + (if bob then 1 else 0);
  return (if all < least then 0 else all, if rest < least then 0 else rest);
}

claim small_counts_kept_back : LargeCounts satisfies dp(1, 1/2) when any
  check least = 5
  expect refuted;

program NoisyCounts(bob : private bool, others : int, eps : real) : (int, int)
  requires others >= 0;
  requires eps > 0;
{
  rest := 0;
  for i in 0 .. others
    invariant ={rest} && cost <= 0;
  {
    uses :=$ Flip(1/2) couple uses{2} = uses{1};
    if (uses) { rest := rest + 1; }
  }
  all := rest + (if bob then 1 else 0);
  y :=$ DiscreteLaplace(1/eps) couple y{2} = y{1} + all{1} - all{2};
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1};
  return (all + y, rest + z);
}

claim noise_helps : NoisyCounts satisfies dp(eps) when any check others = 9, eps = 1/2;
