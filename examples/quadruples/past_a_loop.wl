// A draw before a loop and one behind it: if the loop neither reads nor writes what is drawn, and
// writes nothing that it is drawn with, it does not matter when. A bank decides on a prize before the
// visitors of the day are counted, or in the evening; a pad is drawn before a message is put together, or
// when it is needed. Nothing is stated: the two draws go together, and so do the loops.
program Morning(visits : list[bool], prizes : int) : (int, int)
  requires prizes >= 1;
{
  prize :=$ Uniform(1..prizes);
  n := 0;
  for i in 0 .. size(visits) {
    late :=$ Flip(1/4);
    if (visits[i] && !late) { n := n + 1; }
  }
  return (prize, n);
}

program Evening(visits : list[bool], prizes : int) : (int, int)
  requires prizes >= 1;
{
  n := 0;
  for i in 0 .. size(visits) {
    late :=$ Flip(1/4);
    if (visits[i] && !late) { n := n + 1; }
  }
  prize :=$ Uniform(1..prizes);
  return (prize, n);
}

claim any_time : Morning ~ Evening : ={visits, prizes} ==> res{1} = res{2};

// The sum is padded by a number that is drawn last; a pad that was drawn first hides it as well.
program PadFirst(d : private list[int], m : int) : int
  requires m >= 1;
{
  key :=$ Uniform(0 .. m - 1);
  s := 0;
  for i in 0 .. size(d) {
    s := s + d[i];
  }
  return (s + key) mod m;
}

program PadLast(d : private list[int], m : int) : int
  requires m >= 1;
{
  s := 0;
  for i in 0 .. size(d) {
    s := s + d[i];
  }
  key :=$ Uniform(0 .. m - 1);
  return (s + key) mod m;
}

claim pads : PadFirst ~ PadLast : ={d, m} ==> res{1} = res{2};

// The loop changes what is drawn from: on a day with visitors there is one prize more.
program OnePrizeMore(visits : list[bool], prizes : int) : (int, int)
  requires prizes >= 1;
{
  n := 0;
  most := prizes;
  for i in 0 .. size(visits) {
    late :=$ Flip(1/4);
    if (visits[i] && !late) { n := n + 1; most := prizes + 1; }
  }
  prize :=$ Uniform(1..most);
  return (prize, n);
}

claim not_any_time : Morning ~ OnePrizeMore : ={visits, prizes} ==> res{1} = res{2} expect refuted;
