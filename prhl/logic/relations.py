"""The ready-made relations, spelled out as formulas over the two runs.

`at k`: 0 <= k < size of the longer list, k = 0 if that is empty; where the inputs are equal, k is any position.
"""

from collections.abc import Sequence
from dataclasses import replace

from prhl.logic.build import (
    TRUE,
    absolute,
    at_most,
    both,
    either,
    equal,
    follows,
    index,
    less,
    number,
    plus,
    size,
    unequal,
)
from prhl.logic.terms import Apply, Logical, Quantified, Related, Term
from prhl.logic.types import INT


def unfold(term: Term) -> Term:
    """The term without ready-made relations."""
    match term:
        case Related():
            return _meaning(term)
        case Apply(operator, arguments, type_, span):
            return Apply(operator, tuple([unfold(a) for a in arguments]), type_, span)
        case Quantified(_, _, body):
            return replace(term, body=unfold(body))
        case _:
            return term


def _meaning(term: Related) -> Term:
    if term.relation == "any":
        return TRUE
    assert term.left is not None
    assert term.right is not None
    left, right, bound, span = term.left, term.right, term.bound, term.span
    match term.relation:
        case "within":
            assert bound is not None
            return at_most(absolute(plus(left, right, -1)), bound, span)
        case "all_within":
            assert bound is not None
            j = Logical("j'", INT, span)
            close = at_most(absolute(plus(index(left, j), index(right, j), -1)), bound)
            every = Quantified("forall", (j,), follows(_inside(j, left), close), span)
            return both([equal(size(left), size(right), span), every])
        case "one_differs" | "add_remove":
            k = term.at or Logical("k'", INT, span)
            body = _one_differs(term, left, right, k) if term.relation == "one_differs" else _add_remove(left, right, k)
            return body if term.at is not None else Quantified("exists", (k,), body, span)
        case "some_differ":
            names = tuple([Logical(f"k{n}'", INT, span) for n in range(term.most)])
            return Quantified("exists", names, at_positions(term, left, right, names), span)
        case _:
            raise AssertionError(term.relation)


def _inside(j: Term, items: Term) -> Term:
    return both([at_most(number(0), j), less(j, size(items))])


def _position(k: Term, longer: Term) -> list[Term]:
    """A position of the list, 0 if it is empty."""
    return [
        at_most(number(0), k),
        either([less(k, size(longer)), both([equal(size(longer), number(0)), equal(k, number(0))])]),
    ]


def _one_differs(term: Related, left: Term, right: Term, k: Term) -> Term:
    return at_positions(term, left, right, (k,))


def at_positions(term: Related, left: Term, right: Term, places: Sequence[Term]) -> Term:
    """That two lists of one size differ at these positions only, and there by no more than the bound."""
    j = Logical("j'", INT, term.span)
    others = [unequal(j, k) for k in places]
    elsewhere = follows(both([_inside(j, left), *others]), equal(index(left, j), index(right, j)))
    parts: list[Term] = [equal(size(left), size(right), term.span)]
    for k in places:
        parts += _position(k, left)
    parts.append(Quantified("forall", (j,), elsewhere, term.span))
    for k in places if term.bound is not None else ():
        assert term.bound is not None
        close = at_most(absolute(plus(index(left, k), index(right, k), -1)), term.bound, term.span)
        parts.append(follows(less(number(0), size(left)), close))
    return both(parts)


def _add_remove(left: Term, right: Term, k: Term) -> Term:
    return either([_removed(left, right, k), _removed(right, left, k)])


def _removed(longer: Term, shorter: Term, k: Term) -> Term:
    """The shorter list is the longer one without its element at k."""
    j = Logical("j'", INT)
    before = follows(both([at_most(number(0), j), less(j, k)]), equal(index(longer, j), index(shorter, j)))
    after = follows(
        both([at_most(k, j), less(j, size(shorter))]), equal(index(longer, plus(j, number(1))), index(shorter, j))
    )
    return both(
        [
            equal(size(longer), plus(size(shorter), number(1))),
            at_most(number(0), k),
            less(k, size(longer)),
            Quantified("forall", (j,), before),
            Quantified("forall", (j,), after),
        ]
    )
