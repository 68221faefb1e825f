// Order statistics: how far the entries of a sorted list move. As sensitive as the answers (Dwork and Roth, 2014, section
// 3.3), and between those before and after if one entry changes, or comes and goes (Nissim, Raskhodnikova and Smith,
// Smooth sensitivity and sampling, STOC 2007).
program Statistic(d : private list[real], i : int) : real
  requires 0 <= i && i < size(d);
{
  return sort(d)[i];
}

claim close : Statistic ~ Statistic : all_within(d, 1) && ={i} ==> |res{1} - res{2}| <= 1;

claim too_close : Statistic ~ Statistic : all_within(d, 1) && ={i} ==> |res{1} - res{2}| <= 1/2
  expect refuted;

claim far : Statistic ~ Statistic : one_differs(d) && ={i} ==> |res{1} - res{2}| <= 1
  expect refuted;

program Around(d : private list[real], i : int) : (real, real, real)
  requires 1 <= i && i + 1 < size(d);
{
  return (sort(d)[i - 1], sort(d)[i], sort(d)[i + 1]);
}

claim between : Around ~ Around : one_differs(d) && ={i}
  ==> res{1}.0 <= res{2}.1 && res{2}.1 <= res{1}.2;

claim between_more : Around ~ Around : add_remove(d) && ={i}
  ==> res{1}.0 <= res{2}.1 && res{2}.1 <= res{1}.2;

// Entries that are clipped: the whole range at most.
program Clipped(d : private list[real], i : int, B : real) : real
  requires 0 <= i && i < size(d) && B > 0;
{
  return sort([max(0, min(x, B)) for x in d])[i];
}

claim clipped : Clipped ~ Clipped : one_differs(d) && ={i, B} ==> |res{1} - res{2}| <= B{1};

// What does not look at the order is the same for all lists that are sorted alike.
program Bag(d : private list[int]) : int {
  return sum(max(0, x) for x in d);
}

claim bag : Bag ~ Bag : sort(d{1}) = sort(d{2}) ==> res{1} = res{2};

claim no_bag : Bag ~ Bag : sum(d{1}) = sum(d{2}) ==> res{1} = res{2} expect refuted;

program Member(d : private list[int], v : int) : bool {
  return mem(v, d);
}

claim member : Member ~ Member : sort(d{1}) = sort(d{2}) && ={v} ==> res{1} = res{2};

// The records that meet a condition, and how many they may be.
program Where(d : private list[int], t : int) : list[int] {
  return [x for x in d if x > t];
}

claim many : Where ~ Where : one_differs(d) && ={t} ==> |size(res{1}) - size(res{2})| <= 1;

claim all_above : Where ~ Where : ={d, t} ==> forall j. 0 <= j < size(res{1}) ==> res{1}[j] > t{1};

claim same_size : Where ~ Where : one_differs(d) && ={t} ==> size(res{1}) = size(res{2})
  expect refuted;
