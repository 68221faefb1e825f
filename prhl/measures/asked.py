"""What is asked of a channel beyond its matrix: the texts of --measure, --prior and --gain, read exactly or refused."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.diagnostics import Diagnostic, NotComputed, Rejected, did_you_mean, of_a_part, shorten
from prhl.logic.constants import undefined
from prhl.logic.types import REAL
from prhl.measures.gains import Gain
from prhl.measures.priors_and_gains import gain_of, prior_of, refused
from prhl.measures.shelf import BY_NAME, SHELF, Asked, Measure
from prhl.numbers import Inexact, Number
from prhl.records import dataclass
from prhl.semantics.evaluate import Fault, evaluate
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.typed.expressions import Elaborator
from prhl.typed.scope import Scope

ALL = "all"  # every measure that needs no number and no table
INFINITE = ("inf", "infinity", "oo")


@dataclass(frozen=True, slots=True)
class Questions:
    """The measures that were named, the prior if one was given, and the gain table."""

    measures: tuple[Asked, ...] = ()
    prior: tuple[Fraction, ...] | None = None
    gain: Gain | None = None


def questions(measures: Sequence[str] = (), prior: str | None = None, gain: str | None = None) -> Questions:
    """The three options of the command line, or Rejected."""
    named = [asked for text in measures for asked in _measures(text)]
    table = None if gain is None else gain_of(gain)
    if table is not None and not any([asked.measure.name == "g-leakage" for asked in named]):
        named.append(Asked("g-leakage", BY_NAME["g-leakage"], None))
    once = {asked.text: asked for asked in named}
    return Questions(tuple(once.values()), None if prior is None else prior_of(prior), table)


def _measures(text: str) -> list[Asked]:
    name, equals, value = [part.strip() for part in text.partition("=")]
    if name == ALL and not equals:
        return [Asked(m.name, m, None) for m in SHELF if not m.value and "gain" not in m.needs]
    measure = BY_NAME.get(name)
    if measure is None:
        known = ", ".join([m.name for m in SHELF])
        raise refused(
            "unknown-measure",
            "--measure",
            f"there is no measure `{shorten(name)}`",
            did_you_mean(name, [*BY_NAME, ALL], f"the measures are {known}"),
        )
    if not measure.value:
        if equals:
            message = f"`{name}` is given no number"
            raise refused("measure-value", "--measure", message, f"write `--measure {name}`")
        return [Asked(name, measure, None)]
    number = _value(measure, value)
    return [Asked(f"{name}={' '.join(value.split())}", measure, number)]


EXAMPLES = {"an epsilon": "1/2` or `ln(2)", "a delta": "1/1000", "an order": "2` or `3/2` or `inf"}


def _value(measure: Measure, text: str) -> Number | None:
    """The number behind `=`, of the kind that the measure is given."""
    example = f"write for example `{measure.name}={EXAMPLES[measure.value]}`"

    def wrong(message: str) -> Rejected:
        return refused("measure-value", "--measure", f"{measure.name}: {message}", example)

    if not text:
        raise wrong(f"{measure.value} is missing")
    if measure.value == "an order" and text in INFINITE:
        return None
    value = number(text, "--measure")
    try:
        match measure.value:
            case "an epsilon" if not value >= 0:
                raise wrong("an epsilon is not negative")
            case "a delta" if not isinstance(value, int | Fraction) or not 0 <= value <= 1:
                raise wrong("a delta is a rational number from 0 to 1")
            case "an order" if not isinstance(value, int | Fraction) or not value > 1:
                raise wrong("an order is a rational number greater than 1")
    except Inexact as reason:
        raise wrong(str(reason)) from None
    return value


def budget(epsilon: str | None, delta: str | None) -> tuple[Number | None, Fraction | None]:
    """What `prhl couple` is given in place of a claim's budget."""
    eps = None if epsilon is None else number(epsilon, "--epsilon")
    slack = None if delta is None else number(delta, "--delta")
    try:
        if eps is not None and not eps >= 0:
            raise refused("measure-value", "--epsilon", "an epsilon is not negative", "write for example `1/2`")
    except Inexact as reason:
        raise refused("measure-value", "--epsilon", str(reason), "write for example `1/2` or `ln(2)`") from None
    if slack is not None and (not isinstance(slack, int | Fraction) or not 0 <= slack <= 1):
        raise refused(
            "measure-value", "--delta", "a delta is a rational number from 0 to 1", "write for example `1/1000`"
        )
    return eps, None if slack is None else Fraction(slack)


def number(text: str, option: str) -> Number:
    """An exact number, written as in a program: `1/1000`, `0.1`, `ln(3)/2`. It is parsed, never run."""
    head = "claim c : P satisfies dp("
    try:
        items = parse(Source(option, f"{head}{text}) when any;")).file.items
        return _evaluated(items, text, option)
    except Rejected as rejected:
        if not rejected.source.text:
            raise
        raise Rejected(
            Source(option, text), [of_a_part(d, len(head), len(text)) for d in rejected.diagnostics]
        ) from None
    except RecursionError:
        raise refused("measure-value", option, "this is nested too deeply", "write one exact number") from None


def _evaluated(items: Sequence[ast.Item], text: str, option: str) -> Number:
    """The one argument of the one claim that the number was put into."""
    node = items[0]
    if len(items) != 1 or not isinstance(node, ast.Satisfies) or node.options or len(node.notion.arguments) != 1:
        raise refused("measure-value", option, f"`{shorten(text)}` is not a number", "write one exact number")
    return evaluated(node.notion.arguments[0], Source(option, text), option)


def evaluated(node: ast.Formula, source: Source, option: str) -> Number:
    """The exact value of an expression without variables, or Rejected."""
    found: list[Diagnostic] = []
    elaborate = Elaborator(found.append)
    term = elaborate.expect(elaborate.term(node, Scope("a number", left={})), REAL, "a number")
    if not found:
        found += [Diagnostic(code, part.span, message) for part, code, message in undefined(term)]
    if found:
        raise Rejected(source, found)
    try:
        value: Number = evaluate(term, {})
    except (NotComputed, Fault) as stopped:
        raise refused("measure-value", option, stopped.message, "write one exact number") from None
    return value
