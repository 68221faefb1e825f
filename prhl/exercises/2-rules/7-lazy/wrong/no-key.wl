program Real(x : int, asked : bool, n : int) : int
  requires n >= 1;
{
  reply: key :=$ Uniform(0 .. n - 1);
  if (asked) { r := (x + key) mod n; } else { r := -1; }
  return r;
}

program Ideal(asked : bool, n : int) : int
  requires n >= 1;
{
  if (asked) { reply: r :=$ Uniform(0 .. n - 1); } else { r := -1; }
  return r;
}

claim as_good : Real ~ Ideal : asked{1} = asked{2} && n{1} = n{2} ==> res{1} = res{2}
  proof {
    reply: couple r{2} = x{1} mod n{1};
  };
