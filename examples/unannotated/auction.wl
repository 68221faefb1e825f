// A price for goods of which there are as many as one likes, chosen by what it would bring: the exponential mechanism
// for digital auctions, McSherry and Talwar, FOCS 2007. True: one bid moves what a price brings by the price at most.
program Auction(bids : private list[real], prices : list[real], eps : real) : real
  requires eps > 0;
  requires size(prices) >= 1;
  requires forall j. 0 <= j < size(prices) ==> 0 <= prices[j] <= 1;
{
  revenue := [];
  for j in 0 .. size(prices) {
    buyers := 0;
    for i in 0 .. size(bids) {
      if (bids[i] >= prices[j]) { buyers := buyers + 1; }
    }
    revenue := revenue ++ [prices[j]*buyers];
  }
  c :=$ ExpMech(eps, revenue);
  return prices[c];
}

claim private : Auction satisfies dp(eps) when one_differs(bids);
