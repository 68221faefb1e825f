"""The mutation table of laws that hold for all inputs: each row breaks one condition, and a trap falls to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from prhl.exact.masks import masked_run, uniform_forms
from prhl.exact.masks.uniform_forms import Form, Group, Opaque

Patch = Callable[[pytest.MonkeyPatch], None]

JOINT, TELL = uniform_forms.joint, uniform_forms._Joint.tell


@dataclass(frozen=True)
class Mutation:
    name: str
    trap: str
    patch: Patch


def replaced(where: Any, name: str, what: Any) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(where, name, what)


def one_by_one(values: Any) -> Any:
    """Each number that is observed by itself."""
    return tuple([one_by_one(part) for part in values]) if isinstance(values, tuple) else JOINT(values)


def any_modulus(form: Form, m: int) -> Any:
    """Whatever the size of the range is."""
    return uniform_forms.total(Group("mod", m), [(Form(Group("mod", m), form.terms, form.constant), 1)])


def without_what_is_opaque(self: Any, value: Any) -> Any:
    """What the inputs add does not matter, be there a draw or not."""
    if isinstance(value, Form):
        drawn = frozenset([(s, c) for s, c in value.terms if not isinstance(s, Opaque)])
        value = Form(value.group, drawn, value.constant) if drawn else value.constant
    return TELL(self, value)


def least_by_least(a: int, b: int) -> int:
    return 1


def careless_inverse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every coefficient is taken for a unit."""
    monkeypatch.setattr(uniform_forms, "gcd", least_by_least)
    monkeypatch.setattr(uniform_forms, "pow", lambda *_: 1, raising=False)


TABLE = (
    Mutation("each by itself", "r13_one_key_two_ciphertexts", replaced(masked_run, "joint", one_by_one)),
    Mutation("the third by itself", "r13_all_three_shares", replaced(masked_run, "joint", one_by_one)),
    Mutation("any coefficient", "r13_twice_the_key", careless_inverse),
    Mutation("any range", "r13_range_no_multiple", replaced(masked_run, "modulo", any_modulus)),
    Mutation("one class", "r13_key_for_some", replaced(masked_run, "_one_of", lambda laws: laws[-1])),
    Mutation("true is 1", "r13_truth_is_not_one", replaced(masked_run, "_observed", lambda value, _: value)),
    Mutation("any coin", "r13_unfair_coin", replaced(masked_run, "_is_fair", lambda _: True)),
    Mutation(
        "inputs do not matter",
        "r13_secret_beside_its_pad",
        replaced(uniform_forms._Joint, "tell", without_what_is_opaque),
    ),
)
