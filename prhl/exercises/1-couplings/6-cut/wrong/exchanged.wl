program Spinner(worn : private bool) : int {
  if (worn) {
    n :=$ Choice({1 @ 4/12, 2 @ 1/12, 3 @ 4/12, 4 @ 1/12, 5 @ 2/12});
  } else {
    n :=$ Choice({1 @ 1/12, 2 @ 4/12, 3 @ 1/12, 4 @ 4/12, 5 @ 2/12});
  }
  return n;
}

// This is false.
claim close : Spinner satisfies dp(0, 1/3) when any expect refuted;

answer event = res = 2 || res = 4;

answer distance = 1/2;
