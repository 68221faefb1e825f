"""The shelf of measures: what `prhl channel --measure NAME` can ask of a channel, one file a measure.

To add one: its file here with the definition, the argument and the pitfalls; its line in SHELF; its section in
`docs/measures.md`; its property in `tests/test_measures.py`: what never increases by post-processing, what is known.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from prhl.measures.bounds import Between, log2_shown
from prhl.measures.capacity import capacity
from prhl.measures.delta_at import largest_delta, total_variation
from prhl.measures.dp_loss import smallest_loss
from prhl.measures.epsilon_at import largest_ratio_at
from prhl.measures.gains import Gain, identity, vulnerability
from prhl.measures.matrix import Matrix, Order, all_orders
from prhl.measures.min_capacity import min_capacity
from prhl.measures.min_entropy import guessing
from prhl.measures.ratio import largest_ratio
from prhl.measures.renyi import largest_power_sum, renyi_shown
from prhl.measures.shannon import shannon
from prhl.measures.zcdp import largest_rho
from prhl.numbers import Exponential, Inexact, Number
from prhl.numbers.figures import Figure, abridged, exact_text, figure, logarithm
from prhl.records import dataclass

NOTHING_RELATED = "no two inputs are related"

Value = Literal["", "an epsilon", "a delta", "an order"]
"""What stands behind `=`: nothing, or a number of this kind."""

Need = Literal["pairs", "prior", "full prior", "gain"]
"""What a measure looks at beside the matrix: related pairs, a prior (without zeros), a gain table."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A channel, with all that a measure may need to know."""

    matrix: Matrix
    orders: tuple[Order, ...]  # the related inputs, both ways round
    prior: tuple[Fraction, ...]
    gain: Gain | None


@dataclass(frozen=True, slots=True)
class Reading:
    """One number of a measure: its key for machines, its name for people, and what follows the number."""

    key: str
    name: str
    figure: Figure
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a measure says; `pair` attains the first reading; `why` says why there is none."""

    asked: str
    readings: tuple[Reading, ...] = ()
    pair: Order | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    name: str
    meaning: str
    value: Value
    needs: tuple[Need, ...]
    take: Callable[[Subject, Number | None], Measured]


@dataclass(frozen=True, slots=True)
class Asked:
    """A measure, as it was asked for, with its number; None stands for an infinite order, or for none at all."""

    text: str
    measure: Measure
    number: Number | None


def measured(asked: Asked, subject: Subject) -> Measured:
    if "pairs" in asked.measure.needs and not subject.orders:
        return Measured(asked.text, why=NOTHING_RELATED)
    if "full prior" in asked.measure.needs and not all(subject.prior):
        return Measured(asked.text, why="the prior rules out an input")
    try:
        return replace(asked.measure.take(subject, asked.number), asked=asked.text)
    except Inexact as reason:
        return Measured(asked.text, why=f"not decided: {reason}")


# ---- how close two inputs are ----------------------------------------------------------------


def _epsilon(subject: Subject, _: Number | None) -> Measured:
    return _logarithm("epsilon", "epsilon", largest_ratio(subject.matrix, subject.orders))


def _local(subject: Subject, _: Number | None) -> Measured:
    """Whatever the claim relates: the secret is all of the input."""
    found = largest_ratio(subject.matrix, all_orders(len(subject.matrix.rows)))
    return _logarithm("local_epsilon", "local epsilon", found)


def _epsilon_at(subject: Subject, delta: Number | None) -> Measured:
    assert isinstance(delta, int | Fraction)
    found = largest_ratio_at(subject.matrix, subject.orders, delta)
    return _logarithm("epsilon", f"epsilon at delta {_said(delta)}", found)


def _logarithm(key: str, name: str, found: tuple[Between, Order | None]) -> Measured:
    return Measured("", (Reading(key, name, found[0].shown(logarithm)),), found[1])


def _delta_at(subject: Subject, eps: Number | None) -> Measured:
    found = largest_delta(subject.matrix, subject.orders, _growth(eps))
    return Measured("", (Reading("delta", f"delta at eps {_said(eps)}", found.figure),), found.pair)


def _total_variation(subject: Subject, _: Number | None) -> Measured:
    found = total_variation(subject.matrix, subject.orders)
    return Measured("", (Reading("total_variation", "total variation", found.figure),), found.pair)


def _dp_loss(subject: Subject, eps: Number | None) -> Measured:
    found, at = smallest_loss(subject.matrix, subject.prior, subject.orders, _growth(eps))
    assert found.low is not None
    assert found.high is not None
    implied = -found.low
    turned = Between(implied, implied) if found.exact else Between(-found.high, implied)
    readings = (
        Reading("loss", f"dp loss at eps {_said(eps)}", found.shown()),
        Reading("delta", "so delta is", turned.shown()),
    )
    return Measured("", readings, at)


def _renyi(subject: Subject, order: Number | None) -> Measured:
    if order is None:  # of infinite order
        return _logarithm("renyi", "Renyi of order inf", largest_ratio(subject.matrix, subject.orders))
    assert isinstance(order, int | Fraction)
    alpha = Fraction(order)
    found, at = largest_power_sum(subject.matrix, subject.orders, alpha)
    return Measured("", (Reading("renyi", f"Renyi of order {_said(alpha)}", renyi_shown(found, alpha)),), at)


def _zcdp(subject: Subject, _: Number | None) -> Measured:
    found, at = largest_rho(subject.matrix, subject.orders)
    return Measured("", (Reading("rho", "zCDP rho", found.shown()),), at)


def _said(number: Number | None) -> str:
    return "?" if number is None else abridged(exact_text(number) or "?")


def _growth(eps: Number | None) -> Exponential:
    assert eps is not None
    return Exponential(eps)


# ---- what an observer learns -----------------------------------------------------------------


def _bayes(subject: Subject, _: Number | None) -> Measured:
    found = guessing(subject.matrix, subject.prior)
    readings = (
        Reading("prior", "Bayes before", figure(found.before)),
        Reading("posterior", "Bayes after", found.after.shown()),
    )
    return Measured("", readings)


def _g_leakage(subject: Subject, _: Number | None) -> Measured:
    found = vulnerability(subject.matrix, subject.prior, subject.gain or identity(len(subject.prior)))
    readings = [
        Reading("prior", "gain before", figure(found.before)),
        Reading("posterior", "gain after", found.after.shown()),
        Reading("additive", "additive leakage", found.additive.shown()),
    ]
    if found.multiplicative is not None:
        readings.append(Reading("multiplicative", "multiplicative leakage", found.multiplicative.shown()))
    return Measured("", tuple(readings))


def _min_entropy(subject: Subject, _: Number | None) -> Measured:
    found = guessing(subject.matrix, subject.prior)
    return Measured("", (Reading("leakage", "min-entropy leakage", found.leakage, "bits"),))


def _shannon(subject: Subject, _: Number | None) -> Measured:
    found = shannon(subject.matrix, subject.prior)
    readings = (
        Reading("information", "mutual information", found.information, "bits"),
        Reading("prior", "entropy before", found.prior, "bits"),
        Reading("posterior", "entropy after", found.posterior, "bits"),
    )
    return Measured("", readings)


def _min_capacity(subject: Subject, _: Number | None) -> Measured:
    found = min_capacity(subject.matrix).shown(log2_shown)
    return Measured("", (Reading("capacity", "min-capacity", found, "bits"),))


def _capacity(subject: Subject, _: Number | None) -> Measured:
    return Measured("", (Reading("capacity", "Shannon capacity", capacity(subject.matrix), "bits"),))


SHELF = (
    Measure("epsilon", "the smallest epsilon of the related pairs", "", ("pairs",), _epsilon),
    Measure("local-epsilon", "the smallest epsilon of all pairs of inputs", "", (), _local),
    Measure("epsilon-at", "the smallest epsilon at a delta", "a delta", ("pairs",), _epsilon_at),
    Measure("delta-at", "the smallest delta at an epsilon", "an epsilon", ("pairs",), _delta_at),
    Measure("total-variation", "delta at epsilon 0", "", ("pairs",), _total_variation),
    Measure(
        "dp-loss",
        "the dp loss function, and the delta that it implies",
        "an epsilon",
        ("pairs", "full prior"),
        _dp_loss,
    ),
    Measure("renyi", "the Renyi divergence of an order", "an order", ("pairs",), _renyi),
    Measure("zcdp", "the smallest rho of zero-concentrated privacy", "", ("pairs",), _zcdp),
    Measure("bayes", "the chance to guess the input, before and after", "", ("prior",), _bayes),
    Measure("g-leakage", "what is gained, by the table of --gain", "", ("prior", "gain"), _g_leakage),
    Measure("min-entropy", "the min-entropy leakage", "", ("prior",), _min_entropy),
    Measure("shannon", "the mutual information, and entropies", "", ("prior",), _shannon),
    Measure("min-capacity", "the most min-entropy leakage under any prior", "", (), _min_capacity),
    Measure("capacity", "the most mutual information under any prior", "", (), _capacity),
)

BY_NAME = {measure.name: measure for measure in SHELF}
