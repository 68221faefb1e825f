// R35: claims that lead to each other by a chain and by a call.
// truth: Show and Other return x and x + 1; each claim follows from the other two.
// refused: from-circle
program Show(x : int) : int {
  return x;
}

program Other(x : int) : int {
  return x + 1;
}

claim one : Show ~ Other : ={x} ==> ={res} from one, two via (x = x{1});

claim two : Other ~ Other : ={x} ==> ={res};
