// Private gradient descent in one dimension: every step adds up the clipped gradients of all points
// at the current model, adds Gaussian noise and moves on. Renyi privacy of order alpha.
// True: one point moves the sum of gradients, each in -1..1, by at most 2: alpha*2^2/(2*sigma^2) a
// step, and the model is made of noisy sums.
program Descend(
  d : private list[real],
  start : real,
  rate : real,
  steps : int,
  sigma : real,
  alpha : real
) : real
  requires sigma > 0;
  requires alpha > 1;
  requires steps >= 0;
{
  model := start;
  for t in 0 .. steps {
    g := 0;
    for i in 0 .. size(d) {
      slope := model - d[i];
      if (slope > 1) {
        slope := 1;
      } else if (slope < -1) {
        slope := -1;
      }
      g := g + slope;
    }
    z :=$ Gauss(sigma);
    model := model - rate*(g + z);
  }
  return model;
}

claim private : Descend satisfies rdp(alpha, steps*2*alpha/sigma^2) when one_differs(d);
