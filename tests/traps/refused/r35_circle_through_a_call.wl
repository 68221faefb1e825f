// R35: a claim about callees follows by a chain from one about a caller that cites it.
// truth: Show and Other return x and x + 1; each claim follows from the other two.
// refused: from-circle
program Show(x : int) : int {
  return x;
}

program Other(x : int) : int {
  return x + 1;
}

program Calls(x : int) : int {
  y :=$ Other(x);
  return y;
}

program Shows(x : int) : int {
  y :=$ Show(x) couple by apart;
  return y;
}

claim apart : Show ~ Other : ={x} ==> ={res} from up, down via (x = x{1});

claim up : Show ~ Shows : ={x} ==> ={res};

claim down : Shows ~ Other : ={x} ==> ={res} from across, back via (x = x{1});

claim across : Shows ~ Calls : ={x} ==> ={res};

claim back : Calls ~ Other : ={x} ==> ={res};
