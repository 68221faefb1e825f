// A release that is sent again as often as it gets lost, which nobody may learn: one run retries more often than the
// other. True: how often and how long it waits is not shown.
program Retried(x : private int, lost : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  tries := 0;
  while (tries < lost) {
    wait :=$ Exponential(1);
    tries := tries + 1;
  }
  return x + z;
}

claim private : Retried satisfies dp(eps) when within(x, 1);
