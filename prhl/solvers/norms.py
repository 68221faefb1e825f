"""Distances of lists of numbers in two norms, and lists that are clipped to a norm: what is told of those that occur.

In each law `n` is the distance of the lists `a` and `b`, and `m` that of `u` and `w`, in one of the norms; the norm is
said where a law is of one of them only. Distances of lists of different sizes are some numbers that are not negative.
"""

from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from prhl.logic.build import (
    absolute,
    at_most,
    both,
    choose,
    equal,
    follows,
    index,
    number,
    plus,
    size,
    times,
    total,
    unequal,
)
from prhl.logic.terms import Apply, Logical, Quantified, Term
from prhl.logic.types import REAL, List
from prhl.records import dataclass
from prhl.solvers.lemmas import T, inside, places

if TYPE_CHECKING:
    from prhl.solvers.encoded_values import Value
    from prhl.solvers.encoding import Encoder
    from prhl.solvers.hints import Hints

MOST_PAIRS = 12  # of distances that are compared
MOST_CLIPS = 6  # lists that are clipped
MOST_PLACES = 6  # positions at which lists may differ
MOST_BOUNDS = 3  # on differences of entries

A, B, U, W = [Logical(name, List(REAL)) for name in "abuw"]
N, M, C, K = [Logical(name, REAL) for name in "nmck"]


@dataclass(frozen=True, slots=True)
class Distance:
    """The distance of two lists, in the norm of this power, by its name in the question."""

    power: int
    lists: tuple["Value", "Value"]
    terms: tuple[Term, Term] | None
    prints: tuple[tuple[int, ...], tuple[int, ...]]
    found: Any


@dataclass(frozen=True, slots=True)
class Clipped:
    """A list that is clipped to a norm."""

    power: int
    items: "Value"
    bound: Any


def within_norm(term: Apply) -> Term:
    """`l1(a, b, c)`, spelled out."""
    a, b, bound = term.arguments
    return both([equal(size(a), size(b)), at_most(norm(term.operator == "l1", a, b), bound)])


def norm(first: bool, a: Term, b: Term) -> Term:
    """The distance itself: `distance2` is its square."""
    return Apply("distance1" if first else "norm2", (a, b), REAL)


def _gap(a: Term, b: Term, at: Term) -> Term:
    return absolute(plus(index(a, at), index(b, at), -1))


def _all(fact: Term, *apart: Logical) -> Term:
    return Quantified("forall", (T,), follows(both([inside(T, A), *[unequal(T, p) for p in apart]]), fact))


@cache
def few_gaps(many: int) -> Term:
    """few-gaps: lists that differ at some positions only are as far apart as they are there, at most.

    Rule.
        size(a) = size(b)        a[t] = b[t] at every other position t
        --------------------------------------------------------------- [few-gaps]
        n <= |a[p1] - b[p1]| + ... + |a[pn] - b[pn]|

    for positions p1, ..., pn; one that is out of range, or that stands there already, adds nothing. With no positions
    at all equal lists have distance 0, and with one the distance is that of the entries.

    Why. In l1 the two sides are equal. The l2 norm of any list is at most its l1 norm: the square of a sum of numbers
    that are not negative is at least the sum of their squares.

    Pitfall. The other way round it is false: lists within 1 in l2 may be sqrt(size) apart in l1.

    Reference. Dwork and Roth, 2014, section 3.3, for l1; Hardy, Littlewood and Polya, Inequalities, theorem 19.

    Owes. Nothing of its own.
    """
    named = places(many)
    parts: list[Term] = []
    for at, p in enumerate(named):
        new = both([inside(p, A), *[unequal(p, before) for before in named[:at]]])
        parts.append(choose(new, _gap(A, B, p), number(0)))
    others = _all(equal(index(A, T), index(B, T)), *named)
    return follows(both([equal(size(A), size(B)), others]), at_most(N, total(parts)))


@cache
def smaller_gaps() -> Term:
    """smaller-gaps: lists that are closer at every position are closer.

    Rule.
        size(a) = size(b) = size(u) = size(w)        |a[t] - b[t]| <= |u[t] - w[t]| at every position t
        ---------------------------------------------------------------------------------------------- [smaller-gaps]
        n <= m

    where n may be a distance in l2 and m one in l1, and else both are of one norm. So the distance is symmetric, and
    adding one list to both changes nothing.

    Why. Term by term, for the sums of gaps and of their squares; a list is no longer in l2 than in l1, by `few-gaps`.

    Pitfall. Sizes: a list that is longer has gaps that the other does not have. An n in l1 and an m in l2.

    Reference. Norms of lists are monotone in the sizes of the entries.

    Owes. Nothing of its own.
    """
    sizes = [equal(size(A), size(one)) for one in (B, U, W)]
    return follows(both([*sizes, _all(at_most(_gap(A, B, T), _gap(U, W, T)))]), at_most(N, M))


@cache
def every_gap() -> Term:
    """every-gap: no entries are further apart than the lists.

    Rule.
        size(a) = size(b)
        ---------------------------------------------------------------- [every-gap]
        0 <= n        |a[t] - b[t]| <= n at every position t

    Why. One of several numbers that are not negative is at most their sum; of their squares alike.

    Pitfall. One entry says nothing of the others.

    Reference. The largest entry is the smallest of the norms.

    Owes. Nothing of its own.
    """
    return both([at_most(number(0), N), follows(equal(size(A), size(B)), _all(at_most(_gap(A, B, T), N)))])


@cache
def close_gaps(power: int) -> Term:
    """close-gaps: entries that are all within c make lists within size times c, or sqrt(size) times c.

    Rule.
        size(a) = size(b)        |a[t] - b[t]| <= c at every position t        0 <= c
        ----------------------------------------------------------------------------- [close-gaps]
        n <= size(a)*c in l1        n^2 <= size(a)*c^2 in l2

    for the bounds c that quantified facts of the question state.

    Why. There are `size(a)` terms, each at most c, or c^2.

    Pitfall. The factor: all_within(q, 1) is no distance of 1.

    Reference. Dwork and Roth, 2014, section 3.3.

    Owes. Nothing of its own.
    """
    close = [equal(size(A), size(B)), at_most(number(0), C), _all(at_most(_gap(A, B, T), C))]
    if power == 1:
        return follows(both(close), at_most(N, times(size(A), C)))
    return follows(both(close), at_most(times(N, N), times(size(A), times(C, C))))


@cache
def triangle() -> Term:
    """triangle: a detour is no shorter.

    Rule.
        size(a) = size(b) = size(w)        m and k are the distances of a to w and of w to b
        ----------------------------------------------------------------------------------- [triangle]
        n <= m + k

    Why. Minkowski's inequality, for l1 and for l2.

    Pitfall. For squares of distances it is false: (1 + 1)^2 is more than 1^2 + 1^2.

    Reference. Hardy, Littlewood and Polya, Inequalities, theorem 24.

    Owes. Nothing of its own.
    """
    sizes = [equal(size(A), size(one)) for one in (B, W)]
    return follows(both(sizes), at_most(N, plus(M, K)))


@cache
def clipped_norm() -> Term:
    """clipped-norm: two lists that are clipped to the norms c and k are within c + k.

    Rule.
        size(a) = size(b)        a has a norm of at most c, and b of at most k
        ---------------------------------------------------------------------- [clipped-norm]
        n <= c + k

    `clip1(x, c)` and `clip2(x, c)` are x, or the multiple of x whose norm is c if that of x is larger; c is owed not to
    be negative. With the list of zeros for b, whose norm is 0, a sum that one clipped list is added to moves by c.

    Why. Their norms are the distances to the list of zeros; by the triangle inequality.

    Pitfall. A record that is replaced by another one moves the sum by 2*c, not by c. Clipping every entry to c is not
    clipping the list.

    Reference. Abadi et al., CCS 2016, algorithm 1.

    Owes. Nothing of its own.
    """
    return follows(
        both([equal(size(A), size(B)), at_most(number(0), C), at_most(number(0), K)]), at_most(N, plus(C, K))
    )


def told(encoder: "Encoder", hints: "Hints") -> list[Any]:
    """Every law that concerns the distances of a question."""
    said: list[Any] = []

    def tell(law: Term, names: dict[str, "Value"], limit: Term | None = None) -> None:
        found = encoder.law(law, names, limit)
        if found is not None:
            said.append(found)

    for (mine, bound), (other, limit) in _clipped_pairs(encoder):
        distance = encoder.apart(mine.power, (mine.items, other), None)
        tell(clipped_norm(), {"a": mine.items, "b": other, "n": distance.found, "c": bound, "k": limit})
    at = {f"p{n}": place for n, place in enumerate(encoder.places[:MOST_PLACES])}
    known = list(encoder.norms.values())
    for one in known:
        names = _names(one)
        tell(every_gap(), names)
        if one.terms is not None:
            tell(few_gaps(len(at)), {**names, **at})
            group = hints.about(one.terms[0])
            group.absorb(hints.about(one.terms[1]))
            for most in group.apart[:MOST_BOUNDS]:
                tell(close_gaps(one.power), names, most)
    pairs = [(one, two) for one, two in permutations(known, 2) if _no_longer(one, two)]
    for one, two in pairs[:MOST_PAIRS]:
        tell(smaller_gaps(), {**_names(one), "u": two.lists[0], "w": two.lists[1], "m": two.found})
    for one, two, three in permutations(known, 3):
        if one.power == two.power == three.power and _detour(one, two, three):
            tell(triangle(), {**_names(one), "w": two.lists[1], "m": two.found, "k": three.found})
    return said


def _names(one: Distance) -> dict[str, "Value"]:
    return {"a": one.lists[0], "b": one.lists[1], "n": one.found}


def _clipped_pairs(encoder: "Encoder") -> list[tuple[tuple[Clipped, Any], tuple["Value", Any]]]:
    """Each clipped list with the others and with the zeros, and the norms that they have at most."""
    clips = encoder.clips[:MOST_CLIPS]
    found: list[tuple[tuple[Clipped, Any], tuple[Value, Any]]] = []
    for one in clips:
        found.append(((one, one.bound), (encoder.zeros(one.items), encoder.number(0, REAL))))
    for one, other in combinations(clips, 2):
        if one.power == other.power:
            found.append(((one, one.bound), (other.items, other.bound)))
    return found


def _no_longer(one: Distance, two: Distance) -> bool:
    """Whether smaller gaps make the one at most the other: in one norm, or in l2 against l1."""
    return one.power >= two.power and one.terms is not None


def _detour(one: Distance, two: Distance, three: Distance) -> bool:
    """From a to w and from w to b."""
    a, b = one.prints
    return two.prints[0] == a and two.prints[1] == three.prints[0] and three.prints[1] == b
