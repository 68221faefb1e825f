// SYNTAX TEST "source.wl" "programs and claims"

// a comment
// <---------- comment.line.double-slash.wl

program Sum(d : private list[real], eps : real) : real
// <------- keyword.control.wl
//      ^^^ entity.name.function.wl
//              ^^^^^^^ keyword.other.wl
//                      ^^^^ storage.type.wl
  requires 0 < eps && eps <= 1.5;
//^^^^^^^^ keyword.other.wl
//         ^ constant.numeric.wl
//           ^ keyword.operator.wl
//                 ^^ keyword.operator.wl
//                           ^^^ constant.numeric.wl
{
  while (i < size(d)) invariant s{1} = (if true then s{2} else 0b01); {
//^^^^^ keyword.control.wl
//           ^^^^ support.function.wl
//                    ^^^^^^^^^ keyword.other.wl
//                               ^^^ variable.language.run.wl
//                                      ^^ keyword.control.wl
//                                         ^^^^ constant.language.wl
//                                                             ^^^^ constant.numeric.wl
  }
  z :=$ Laplace(1/eps) couple ?;
//  ^^^ keyword.operator.wl
//      ^^^^^^^ support.class.distribution.wl
//                     ^^^^^^ keyword.other.wl
//                            ^ invalid.illegal.hole.wl
  return z div 2; // then
//^^^^^^ keyword.control.wl
//         ^^^ keyword.operator.word.wl
//                ^^^^^^^ comment.line.double-slash.wl
}

claim private : Sum satisfies dp(eps) when one_differs(d, 1) expect proved;
// <----- keyword.control.wl
//    ^^^^^^^ entity.name.type.claim.wl
//                  ^^^^^^^^^ keyword.other.wl
//                                         ^^^^^^^^^^^ support.function.wl
//                                                                  ^^^^^^ keyword.other.wl
