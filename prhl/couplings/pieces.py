"""pieces: a map for continuous noise moves pieces of the line and stretches none.

Rule.
    f(a) = a + s, where s mentions the sample in the conditions of `if` only, without quantifiers
    --------------------------------------------------------------------------------------------- [pieces]
    f is a translation on each of its pieces, and the densities there have the ratio of its price

Why. A density is not a mass: a map that squeezes the line to half packs twice as much into the same place, which the
ratio of two densities at single points does not show. On each piece a translation stretches nothing, its Jacobian is 1,
and sums over samples become integrals.

Pitfall. Let `u` be uniform between 0 and 1, run 1 return `u` and run 2 return `2*u`. The map `u/2` makes the results
equal and all densities are 1, so it seems to cost nothing; but results below 1 have probability 1 in run 1 and 1/2 in
run 2. In the same way `x{1} + x{1}/2` is no shift, although it is written like one.

Reference. Zhang and Kifer, POPL 2017, whose alignments are shifts with guards, too.

Owes. Nothing of its own: the couplings owe `not-a-shift` where the map is none.
"""

from prhl.logic.build import choose, number, plus, total
from prhl.logic.terms import Apply, Quantified, Term, subterms


def shift_of(image: Term, sample: Term) -> Term | None:
    """s, if the image is sample + s with s constant on pieces; else None."""
    match image:
        case _ if image == sample:
            return number(0)
        case Apply("widen", (inner,)):
            return shift_of(inner, sample)
        case Apply("add", parts):
            moved = [at for at, part in enumerate(parts) if not constant_on_pieces(part, sample)]
            if len(moved) != 1:
                return None
            rest = total([part for at, part in enumerate(parts) if at != moved[0]])
            further = shift_of(parts[moved[0]], sample)
            return None if further is None else rest if further == number(0) else plus(rest, further)
        case Apply("ite", (condition, yes, *others)) if not _quantified(condition):
            no = others[0] if len(others) == 1 else Apply("ite", tuple(others), image.type, image.span)
            first, second = shift_of(yes, sample), shift_of(no, sample)
            return None if first is None or second is None else choose(condition, first, second)
        case _:
            return None


def constant_on_pieces(term: Term, sample: Term) -> bool:
    """Whether the sample is mentioned in conditions only, and these can be measured."""
    if term == sample:
        return False
    match term:
        case Apply("ite", arguments):
            conditions = [arguments[at] for at in range(0, len(arguments) - 1, 2)]
            values = [arguments[at] for at in range(1, len(arguments) - 1, 2)] + [arguments[-1]]
            return not any([_quantified(c) for c in conditions]) and all(
                [constant_on_pieces(value, sample) for value in values]
            )
        case Apply(_, arguments):
            return all([constant_on_pieces(argument, sample) for argument in arguments])
        case Quantified():
            return sample not in subterms(term)
        case _:
            return True


def _quantified(term: Term) -> bool:
    return any([isinstance(part, Quantified) for part in subterms(term)])
