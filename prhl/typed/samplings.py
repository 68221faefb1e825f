"""What samplings draw from: sets, weights, and the distributions of the shelf at their arguments."""

from prhl.diagnostics import counted, did_you_mean, shorten, written_calls
from prhl.distributions import FAMILIES, Family, Kind, family_called, family_meant
from prhl.logic import build
from prhl.logic.constants import refuted
from prhl.logic.operators import FUNCTIONS
from prhl.logic.terms import (
    AllBits,
    Between,
    Distribution,
    DistributionArgument,
    Listed,
    Set,
    Term,
    Weighted,
)
from prhl.logic.types import INT, REAL, Bits, List, Type, fits, is_number
from prhl.source import Span
from prhl.syntax import ast
from prhl.typed.expressions import Elaborator, size_of
from prhl.typed.scope import Scope


def set_of(elaborate: Elaborator, node: ast.Argument, scope: Scope, wanted: Type | None = None) -> Set | None:
    """A set of values, of the wanted type if there is one; None after an error."""
    found = _set(elaborate, node, scope, wanted)
    if found is not None and wanted is not None and not fits(found.item_type, wanted):
        message = f"this set holds {found.item_type}, wanted is {wanted}"
        elaborate.error("type-mismatch", node.span, message)
        return None
    return found


def _set(elaborate: Elaborator, node: ast.Argument, scope: Scope, wanted: Type | None) -> Set | None:
    match node:
        case ast.SetOf(elements, None):
            for element in elements:
                if element.weight is not None:
                    elaborate.error(
                        "weights-not-here",
                        element.span,
                        "only `Choice` takes probabilities",
                        "write `Choice({...})`",
                    )
                    return None
            terms = [elaborate.term(e.value, scope) for e in elements]
            if wanted is not None:
                terms = [elaborate.expect(t, wanted, "an element of this set") for t in terms]
            item_type = elaborate.common(terms, "the elements of a set")
            return Listed(tuple([build.widen(t, item_type) for t in terms]), item_type, node.span)
        case ast.SetOf(elements, power) if power is not None:
            digits = [ast.strip(e.value) for e in elements]
            if digits not in ([ast.Number("0"), ast.Number("1")], [ast.Number("1"), ast.Number("0")]):
                elaborate.error(
                    "set-power", node.span, "only `{0,1}^n` is a set of bit strings", "write `bits(n)` or `{0,1}^n`"
                )
                return None
            return _all_bits(elaborate, power, scope, node.span)
        case ast.Range(low, high):
            ends = [elaborate.expect(elaborate.term(end, scope), INT, "an end of a range") for end in (low, high)]
            return Between(ends[0], ends[1], INT, node.span)
        case ast.Call(ast.Name("bits"), (argument,)) if not isinstance(argument, ast.SetOf | ast.Range):
            return _all_bits(elaborate, argument, scope, node.span)
        case _:
            shown = _shown(node)
            elaborate.error(
                "value-as-set", node.span, f"`{shown}` is not a set", "write `{a, b}`, `lo..hi` or `bits(n)`"
            )
            return None


def _all_bits(elaborate: Elaborator, node: ast.Formula, scope: Scope, span: Span) -> Set:
    size = elaborate.expect(elaborate.term(node, scope), INT, "the length of bit strings")
    return AllBits(size, Bits(size_of(size, scope)), span)


def distribution(elaborate: Elaborator, node: ast.Formula, scope: Scope) -> Distribution | None:
    """A distribution of the shelf at its arguments; None after an error."""
    node = ast.strip(node)
    family = family_called(node.function.text) if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or family is None:
        _not_a_distribution(elaborate, node, scope)
        return None
    least = sum([not p.optional for p in family.parameters])
    if not least <= len(node.arguments) <= len(family.parameters):
        elaborate.error(
            "wrong-arity",
            node.span,
            f"{family.name} is given {counted(len(node.arguments), 'argument')}",
            f"write {_calls(family)}",
        )
        return None
    for argument in node.arguments:
        match argument:
            case ast.Comparison(("=",), (ast.Variable(word), _)) if (
                word in [parameter.name for parameter in family.parameters] and word not in scope.left
            ):
                message = "arguments stand in their order, without names"
                elaborate.error("named-argument", argument.span, message, f"write {_calls(family)}")
                return None
    if node.at is not None:
        elaborate.error("at-not-here", node.at.span, "`at` belongs to relations")
    arguments: list[DistributionArgument] = []
    for parameter, argument in zip(family.parameters, node.arguments, strict=False):
        inner = arguments[0].type if arguments and isinstance(arguments[0], Distribution) else REAL
        value = _argument(elaborate, family, parameter.name, parameter.kind, argument, scope, inner)
        if value is None:
            return None
        arguments.append(value)
    found = Distribution(family.name, tuple(arguments), family.sample_type(arguments), node.span)
    _legal(elaborate, family, found)
    return found


def _calls(family: Family) -> str:
    least = sum([not p.optional for p in family.parameters])
    return written_calls(family.name, [p.name for p in family.parameters], least)


def _legal(elaborate: Elaborator, family: Family, distribution: Distribution) -> None:
    """What is already wrong for constants alone."""
    for condition in family.conditions(distribution.arguments):
        if refuted(condition.formula):
            span = condition.formula.span
            elaborate.error(condition.code, span if span.end else distribution.arguments[0].span, condition.message)
            return


def _argument(
    elaborate: Elaborator, family: Family, name: str, kind: Kind, node: ast.Argument, scope: Scope, inner: Type
) -> DistributionArgument | None:
    what = f"the `{name}` of {family.name}"
    if kind is Kind.SET:
        return set_of(elaborate, node, scope)
    if kind is Kind.WEIGHTS:
        return _weights(elaborate, node, scope, what)
    if isinstance(node, ast.SetOf | ast.Range):
        elaborate.error("set-as-value", node.span, f"{what} is {kind.value}, not a set", f"write {_calls(family)}")
        return None
    if kind is Kind.DRAWN:
        return _plain(elaborate, distribution(elaborate, node, scope), family)
    if kind is Kind.INNER:
        found = distribution(elaborate, node, scope)
        if found is not None and not is_number(found.type):
            elaborate.error(
                "type-mismatch",
                node.span,
                f"{family.name} is for distributions over numbers, not over {found.type}",
            )
            return None
        return found
    wanted: dict[Kind, Type] = {Kind.NUMBER: REAL, Kind.INTEGER: INT, Kind.SCORES: List(REAL), Kind.END: inner}
    return elaborate.expect(elaborate.term(node, scope), wanted[kind], what)


def _plain(elaborate: Elaborator, found: Distribution | None, family: Family) -> Distribution | None:
    """A distribution that is drawn from several times; not several times of several times."""
    if found is not None and found.name == family.name:
        message = f"{family.name} of {family.name} is not supported"
        elaborate.error("type-mismatch", found.span, message, "draw the rows in a loop")
        return None
    return found


def _weights(elaborate: Elaborator, node: ast.Argument, scope: Scope, what: str) -> DistributionArgument | None:
    """Values with probabilities, or a list of probabilities."""
    given = None if isinstance(node, ast.SetOf | ast.Range) else elaborate.term(node, scope)
    if given is not None and isinstance(given.type, List):
        return elaborate.expect(given, List(REAL), what)
    if not isinstance(node, ast.SetOf) or node.power is not None or not node.elements:
        elaborate.error(
            "weights", node.span, "Choice takes values with probabilities", "write `Choice({a @ 1/2, b @ 1/2})`"
        )
        return None
    pairs: list[tuple[Term, Term]] = []
    for element in node.elements:
        if element.weight is None:
            elaborate.error("weights", element.span, "this value has no probability", "write `value @ probability`")
            return None
        weight = elaborate.expect(elaborate.term(element.weight, scope), REAL, "a probability")
        pairs.append((elaborate.term(element.value, scope), weight))
    type_ = elaborate.common([value for value, _ in pairs], "the values of Choice")
    return Weighted(tuple([(build.widen(v, type_), w) for v, w in pairs]), type_, node.span)


def _not_a_distribution(elaborate: Elaborator, node: ast.Formula, scope: Scope) -> None:
    known = [f.name for f in FAMILIES] + sorted(scope.programs)
    match node:
        case ast.Call(ast.Name(name)) if name in FUNCTIONS:
            message = f"`{name}(...)` is a value, not a distribution"
            elaborate.error("value-as-distribution", node.span, message, "assign it with `:=`")
        case ast.Call(function):
            name = family_meant(function.text)
            hint = did_you_mean(name, known, f"the distributions are {', '.join([f.name for f in FAMILIES])}")
            message = f"there is no distribution `{shorten(function.text)}`"
            elaborate.error("unknown-distribution", function.span, message, hint)
        case ast.Variable(name, 0) if (family := family_called(name)) or name in scope.programs:
            shown = _calls(family) if family else f"`{name}(...)`"
            elaborate.error("wrong-arity", node.span, f"`{name}` needs its arguments", f"write {shown}")
        case _:
            elaborate.error(
                "value-as-distribution",
                node.span,
                f"`{_shown(node)}` is a value, not a distribution",
                "assign it with `:=`, or sample first and compute afterwards",
            )


def _shown(node: ast.Formula | ast.SetOf | ast.Range) -> str:
    from prhl.syntax.printer import show  # for messages only

    return shorten(show(node), 40)
