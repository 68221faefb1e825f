"""The shelf of atoms: families of formulas that may hold at the head of a loop, one family a file."""

from collections.abc import Callable, Iterator

from prhl.finding.atoms import (
    accounts,
    afforded,
    agreeing,
    counting,
    cut_off,
    differing,
    guarded,
    leaving,
    mirrored,
    one_more_record,
    one_output,
    payments,
    updated_lists,
)
from prhl.finding.atoms.base import Atom, Head
from prhl.finding.atoms.downward import both_ways
from prhl.logic.terms import Term, Variable, subterms

SHELF: tuple[Callable[[Head], Iterator[Atom]], ...] = (
    agreeing.atoms,
    counting.atoms,
    updated_lists.atoms,
    one_more_record.atoms,
    differing.atoms,
    cut_off.atoms,
    mirrored.atoms,
    leaving.atoms,
    one_output.atoms,
    accounts.atoms,
    payments.atoms,
    guarded.atoms,
    afforded.atoms,
)


def atoms(head: Head) -> list[Atom]:
    """What may hold at the head, each formula once, in the order in which it is written down."""
    found: dict[Term, Atom] = {}
    for family in SHELF:
        for atom in [one for given in family(head) for one in both_ways(head, given)]:
            if not any([isinstance(part, Variable) and ".." in part.name for part in subterms(atom.formula)]):
                found.setdefault(atom.formula, atom)  # the bound of a `for` has no name that people know
    return list(found.values())


__all__ = ["SHELF", "Atom", "Head", "atoms"]
