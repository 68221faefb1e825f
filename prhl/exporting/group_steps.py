"""Whether inputs further apart than a claim speaks of are joined by steps of it, through inputs that `requires` admits.

Then a measurement's map goes on beyond the distance of the claim, by group privacy. On the way from one list to another
of the same size entries change one after the other, or all of them by as much as the claim allows; from one list to any
other first all that is not in the other one goes, then what is missing comes. So every entry on the way is one of the
two lists, or lies between two of them. What `requires` says of the length then stays true where lengths stay, what it
says of every entry by itself stays true of entries that were there before, and bounds on entries of those between them.
Whatever else it says of the private input may be false on the way: `requires x = 0 || x = 2` has no step of 1.
"""

from collections.abc import Callable

from prhl.logic.build import at_most, less, number, size
from prhl.logic.terms import Apply, Logical, Quantified, Related, Term, Variable, children, conjuncts
from prhl.typed.core import Parameter, TypedProgram

COMPARISONS = ("le", "lt", "ge", "gt")


def joined(program: TypedProgram, secret: Parameter, relation: Related) -> bool:
    """Whether any two inputs are, at a distance that OpenDP measures."""
    own = Variable(secret.name, 0, secret.type)
    parts = [part for formula in program.requires for part in conjuncts(formula)]
    return all([_absent(own, part) or _stays(own, part, relation) for part in parts])


def _stays(own: Variable, part: Term, relation: Related) -> bool:
    """Whether this stays true on the way, if it is true at both ends."""
    match relation.relation, part:
        case "within", _:
            return _bounds(own, part)
        case "one_differs" | "all_within", _ if _only_in(part, size(own), own):
            return True
        case "one_differs" | "add_remove" | "all_within", Quantified("forall", (i,), Apply("implies", (*when, then))):
            entry = Apply("index", (own, i), own.type)
            inside = [at_most(number(0), i), less(i, size(own))]
            if any([one not in inside for given in when for one in conjuncts(given)]):
                return False
            if relation.relation == "all_within":
                return all([_bounds(entry, one) for one in conjuncts(then)])
            return _only_in(then, entry, own) and _only_in(then, entry, i)
        case _:
            return False


def _bounds(own: Term, part: Term) -> bool:
    """A comparison of the number with something that does not depend on private values."""
    secret = own.arguments[0] if isinstance(own, Apply) else own
    match part:
        case Apply(operator, (left, right)) if operator in COMPARISONS:
            return (_same(own, left) and _absent(secret, right)) or (_same(own, right) and _absent(secret, left))
        case _:
            return False


def _only_in(term: Term, around: Term, own: Variable | Logical) -> bool:
    """Whether a name occurs nowhere but in that term."""
    return _absent(own, term, lambda part: _same(part, around))


def _absent(own: Term, term: Term, left_out: Callable[[Term], bool] = lambda _: False) -> bool:
    if left_out(term):
        return True
    if isinstance(own, Variable | Logical) and isinstance(term, type(own)):
        return term.name != own.name
    return all([_absent(own, child, left_out) for child in children(term)])


def _same(one: Term, other: Term) -> bool:
    """The same term, whatever its type is written as."""
    if isinstance(one, Apply) and isinstance(other, Apply):
        alike = one.operator == other.operator and len(one.arguments) == len(other.arguments)
        return alike and all([_same(a, b) for a, b in zip(one.arguments, other.arguments, strict=True)])
    return one == other
