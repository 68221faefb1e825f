// R32: inside of the inner comprehension x is an element of the inner list, and not the x around it.
// truth: for d = [1], e = [10, 10] and t = 5, 2 elements of e are above t and 1 is not, so that Inner is 1 and not 0.
// owed: postcondition
program Inner(d : list[int], e : list[int], t : int) : int {
  return count(x in d if count(x in e if x > t) > x);
}

claim of_the_outer : Inner ~ Inner : ={d, e, t}
  ==> res{1} = count(x in d{2} if count(y in e{2} if x > t{2}) > x)
  check d in {[1]}, e in {[10, 10]}, t = 5
  expect refuted;
