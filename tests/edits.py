"""Random small edits of a syntax tree: the slips that people make in programs, couplings, invariants and claims.

An edit may leave nonsense behind; whoever uses it asks the type checker, and tries another one.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from prhl.syntax import ast

Path = tuple[tuple[str, int], ...]
"""The way to a node: names of fields, with a position where the field is a tuple (else -1)."""

TWO = ast.Number("2")


def edited(tree: ast.File, random: Random) -> tuple[ast.File, str]:
    """The tree with one edit, and what it was called."""
    spots = list(_spots(tree, (), tree))
    # every kind of edit is as likely as any other, however often its place occurs
    kinds = sorted({name for _, _, edits in spots for name in edits})
    name = random.choice(kinds)
    path, node, edits = random.choice([spot for spot in spots if name in spot[2]])
    return rebuilt(tree, path, edits[name](random, node, _Surroundings(tree, path))), name


class _Surroundings:
    """What an edit may look at: the names of the program around it, and the other couplings of the file."""

    def __init__(self, tree: ast.File, path: Path) -> None:
        item: Any = tree.items[path[0][1]] if path else tree
        self.names = sorted({node.name for _, node in nodes(item, ()) if isinstance(node, ast.Variable)}) or ["x"]
        self.samples = [node for _, node in nodes(tree, ()) if isinstance(node, ast.Sample)]
        self.couples = [node.couple for node in self.samples if isinstance(node.couple, ast.CoupleMap)]


Edit = Callable[[Random, Any, _Surroundings], Any]


def nodes(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, node
    for name, at, child in _children(node):
        yield from nodes(child, (*path, (name, at)))


def _children(node: Any) -> Iterator[tuple[str, int, Any]]:
    if not is_dataclass(node):
        return
    for part in fields(node):
        if part.name == "span":
            continue
        value = getattr(node, part.name)
        if isinstance(value, tuple):
            for at, child in enumerate(value):
                if isinstance(child, tuple):  # the arms of `if`
                    yield from ((f"{part.name}:{n}", at, inner) for n, inner in enumerate(child))
                else:
                    yield part.name, at, child
        elif is_dataclass(value):
            yield part.name, -1, value


def rebuilt(node: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    (name, at), *rest = path
    name, _, inner = name.partition(":")
    value = getattr(node, name)
    if at < 0:
        return replace(node, **{name: rebuilt(value, tuple(rest), new)})
    items = list(value)
    if inner:
        arm = list(items[at])
        arm[int(inner)] = rebuilt(arm[int(inner)], tuple(rest), new)
        items[at] = tuple(arm)
    else:
        items[at] = rebuilt(items[at], tuple(rest), new)
    return replace(node, **{name: tuple(items)})


def _spots(node: Any, path: Path, tree: ast.File) -> Iterator[tuple[Path, Any, dict[str, Edit]]]:
    """Where something can be edited; inputs, `check` and types are left alone."""
    edits = _edits(node)
    if edits:
        yield path, node, edits
    for name, at, child in _children(node):
        if isinstance(child, ast.Check | ast.Expect | ast.Parameter | ast.Name):
            continue
        if isinstance(node, ast.Program) and name == "result":
            continue
        yield from _spots(child, (*path, (name, at)), tree)


def _edits(node: Any) -> dict[str, Edit]:
    match node:
        case ast.Number():
            return {"number off by one": _off_by_one, "number halved or doubled": _scaled}
        case ast.Boolean(value):
            return {"truth value": lambda *_: ast.Boolean(not value)}
        case ast.Variable():
            return {"other variable": _renamed} | ({"other run": _other_run} if node.run else {})
        case ast.Arithmetic(operators, _) if {"+", "-"} & set(operators):
            return {"sign": _sign, "operand dropped": _dropped_operand}
        case ast.Arithmetic():
            return {"operand dropped": _dropped_operand, "operands swapped": _swapped_operands}
        case ast.Comparison((_,), _):
            return {"comparison": _compared, "operands swapped": _swapped_operands}
        case ast.Connective():
            return {"operand dropped": _dropped_operand, "connective": _connective}
        case ast.Same(names) if len(names) > 1:
            return {"={} loses a name": _fewer_names}
        case ast.Not(operand):
            return {"negation dropped": lambda *_: operand}
        case ast.Conditional():
            return {"branches of a value": _arms_swapped, "value without its condition": _one_arm}
        case ast.CoupleMap():
            return {
                "cost": _cost,
                "coupling": _coupling,
                "image conditioned": _conditioned,
            }
        case ast.Sample():
            return {"coupling dropped": _uncoupled, "other source": _other_source, "secret source": _secret_source}
        case ast.Assign():
            return {"other value": _other_value}
        case ast.If():
            return {"guard negated": _guard, "blocks swapped": _blocks}
        case ast.While() | ast.For():
            edits: dict[str, Edit] = {"bound": _bound} if isinstance(node, ast.For) else {}
            if node.annotations:
                edits |= {"annotation dropped": _unannotated, "invariant weakened": _weakened}
            return edits
        case ast.Block(statements) if statements:
            added: dict[str, Edit] = {
                f"{what} added": partial(_added, what)
                for what in ("leak", "assertion", "copy", "coin", "assignment", "joint block")
            }
            return added | {"statement dropped": _dropped, "statements swapped": _swapped}
        case ast.Satisfies():
            return {"relation": _relation, "budget": _budget, "pointwise": _pointwise}
        case ast.Quadruple():
            return {"precondition": _pre, "postcondition": _post, "within": _within}
        case ast.Program(requires=requires) if requires:
            return {"requires dropped": _not_required}
        case _:
            return {}


# ---- expressions -----------------------------------------------------------------------------


def number_of(value: Fraction | int) -> ast.Formula:
    value = Fraction(value)
    if value.denominator != 1:
        return ast.Paren(ast.Arithmetic(("/",), (number_of(value.numerator), number_of(value.denominator))))
    return ast.Number(str(value)) if value >= 0 else ast.Paren(ast.Negative(ast.Number(str(-value))))


def _off_by_one(random: Random, node: ast.Number, _: _Surroundings) -> ast.Formula:
    return number_of(Fraction(node.text) + random.choice([1, -1]))


def _scaled(random: Random, node: ast.Number, _: _Surroundings) -> ast.Formula:
    return number_of(Fraction(node.text) * random.choice([2, Fraction(1, 2), 0]))


def _renamed(random: Random, node: ast.Variable, around: _Surroundings) -> ast.Variable:
    return replace(node, name=random.choice(around.names))


def _other_run(random: Random, node: ast.Variable, _: _Surroundings) -> ast.Variable:
    return replace(node, run=3 - node.run)


def _sign(random: Random, node: ast.Arithmetic, _: _Surroundings) -> ast.Arithmetic:
    at = random.choice([n for n, sign in enumerate(node.operators) if sign in "+-"])
    signs = list(node.operators)
    signs[at] = "-" if signs[at] == "+" else "+"
    return replace(node, operators=tuple(signs))


def _dropped_operand(random: Random, node: Any, _: _Surroundings) -> ast.Formula:
    at = random.randrange(len(node.operands))
    rest = [operand for n, operand in enumerate(node.operands) if n != at]
    if len(rest) == 1:
        return rest[0]
    if isinstance(node, ast.Connective):
        return replace(node, operands=tuple(rest))
    signs = [sign for n, sign in enumerate(node.operators) if n != max(0, at - 1)]
    return replace(node, operators=tuple(signs), operands=tuple(rest))


def _swapped_operands(random: Random, node: Any, _: _Surroundings) -> Any:
    return replace(node, operands=tuple(reversed(node.operands)), operators=tuple(reversed(node.operators)))


def _compared(random: Random, node: ast.Comparison, _: _Surroundings) -> ast.Comparison:
    return replace(node, operators=(random.choice(["=", "!=", "<", "<=", ">", ">="]),))


def _connective(random: Random, node: ast.Connective, _: _Surroundings) -> ast.Connective:
    return ast.Connective(random.choice(["&&", "||", "==>"]), node.operands)


def _fewer_names(random: Random, node: ast.Same, _: _Surroundings) -> ast.Same:
    at = random.randrange(len(node.names))
    return replace(node, names=node.names[:at] + node.names[at + 1 :])


def _arms_swapped(random: Random, node: ast.Conditional, _: _Surroundings) -> ast.Conditional:
    (condition, value), *rest = node.arms
    return replace(node, arms=((condition, node.otherwise), *rest), otherwise=value)


def _one_arm(random: Random, node: ast.Conditional, _: _Surroundings) -> ast.Formula:
    return ast.Paren(random.choice([value for _, value in node.arms] + [node.otherwise]))


# ---- couplings -------------------------------------------------------------------------------


def _cost(random: Random, node: ast.CoupleMap, _: _Surroundings) -> ast.CoupleMap:
    if node.cost is None:
        return replace(node, cost=random.choice([ast.Number("0"), ast.Call(ast.Name("ln"), (TWO,))]))
    inner = ast.Paren(node.cost)
    half, twice = ast.Arithmetic(("/",), (inner, TWO)), ast.Arithmetic(("*",), (TWO, inner))
    return replace(node, cost=random.choice([None, ast.Number("0"), half, twice, ast.Negative(inner)]))


def _drawn(node: ast.CoupleMap) -> ast.Variable:
    return ast.Variable(node.target.text, 1)


def _coupling(random: Random, node: ast.CoupleMap, around: _Surroundings) -> ast.Couple:
    """The identity, an image of another sampling, none at all, or the image moved or turned over."""
    same = replace(node, image=_drawn(node))
    one = ast.Number("1")
    moved = replace(node, image=ast.Arithmetic((random.choice("+-"),), (ast.Paren(node.image), one)))
    turned = replace(node, image=ast.Not(ast.Paren(node.image)))
    minus = replace(node, image=ast.Negative(ast.Paren(node.image)))
    constant = replace(node, image=random.choice([ast.Number("0"), one, ast.Boolean(True)]))
    others = [replace(node, image=other.image) for other in around.couples if other is not node]
    return random.choice([same, same, moved, turned, minus, constant, ast.CoupleNone(), *others[:1]])


def _conditioned(random: Random, node: ast.CoupleMap, around: _Surroundings) -> ast.CoupleMap:
    """The image only where two variables agree, or for some samples; else the identity."""
    name = random.choice(around.names)
    sides = random.choice([(ast.Variable(name, 1), ast.Variable(name, 2)), (_drawn(node), ast.Number("0"))])
    condition = ast.Comparison((random.choice(["=", "!=", "<=", ">"]),), sides)
    arms = [node.image, _drawn(node)]
    random.shuffle(arms)
    return replace(node, image=ast.Conditional(((condition, arms[0]),), arms[1]))


def _uncoupled(random: Random, node: ast.Sample, _: _Surroundings) -> ast.Sample:
    return replace(node, couple=random.choice([None, ast.CoupleNone()]))


def _other_source(random: Random, node: ast.Sample, around: _Surroundings) -> ast.Sample:
    """Another distribution of the file, or another parameter."""
    half = ast.Arithmetic(("/",), (ast.Number("1"), TWO))
    flip = ast.Call(ast.Name("Flip"), (half,))
    wide = ast.Call(ast.Name("Uniform"), (ast.Range(ast.Number("0"), random.choice([ast.Number("1"), TWO])),))
    others = [sample.source for sample in around.samples if sample is not node]
    return replace(node, source=random.choice([flip, wide, *others[:2]]))


def _secret_source(random: Random, node: ast.Sample, around: _Surroundings) -> ast.Sample:
    """A number of the distribution that depends on a variable now."""
    numbers = [(path, n) for path, n in nodes(node.source, ()) if isinstance(n, ast.Number)]
    if not numbers:
        return node
    path, number = random.choice(numbers)
    variable = ast.Variable(random.choice(around.names))
    guard = random.choice([variable, ast.Comparison((">",), (variable, ast.Number("0")))])
    other = random.choice([number_of(Fraction(number.text) + 1), number_of(Fraction(number.text) / 2)])
    arms = ast.Paren(ast.Conditional(((guard, number),), other))
    return replace(node, source=rebuilt(node.source, path, arms))


# ---- statements ------------------------------------------------------------------------------


def _other_value(random: Random, node: ast.Assign, around: _Surroundings) -> ast.Assign:
    return replace(node, value=ast.Variable(random.choice(around.names)))


def _guard(random: Random, node: ast.If, _: _Surroundings) -> ast.If:
    (condition, block), *rest = node.arms
    return replace(node, arms=((ast.Not(ast.Paren(condition)), block), *rest))


def _blocks(random: Random, node: ast.If, _: _Surroundings) -> ast.If:
    (condition, block), *rest = node.arms
    return replace(node, arms=((condition, node.otherwise or ast.Block(())), *rest), otherwise=block)


def _bound(random: Random, node: ast.For, _: _Surroundings) -> ast.For:
    one = ast.Number("1")
    if random.random() < 0.5:
        return replace(node, low=ast.Arithmetic(("+",), (node.low, one)))
    return replace(node, high=ast.Arithmetic((random.choice("+-"),), (node.high, one)))


def _unannotated(random: Random, node: Any, _: _Surroundings) -> Any:
    at = random.randrange(len(node.annotations))
    return replace(node, annotations=node.annotations[:at] + node.annotations[at + 1 :])


def _weakened(random: Random, node: Any, _: _Surroundings) -> Any:
    """One conjunct less, in one invariant; or `=` and `<=` for each other in what is said of the cost."""
    at = random.randrange(len(node.annotations))
    given = node.annotations[at]
    if not isinstance(given, ast.Invariant):
        return replace(node, annotations=node.annotations[:at] + node.annotations[at + 1 :])
    formula = given.formula
    match formula:
        case ast.Connective("&&", operands) if len(operands) > 1:
            less = random.randrange(len(operands))
            formula = replace(formula, operands=operands[:less] + operands[less + 1 :])
        case ast.Comparison((sign,), operands):
            formula = replace(formula, operators=({"=": "<=", "<=": "=", ">=": ">", "<": "<="}.get(sign, sign),))
        case _:
            formula = ast.Boolean(True)
    return replace(node, annotations=(*node.annotations[:at], ast.Invariant(formula), *node.annotations[at + 1 :]))


def _dropped(random: Random, node: ast.Block, _: _Surroundings) -> ast.Block:
    at = random.randrange(len(node.statements))
    return replace(node, statements=node.statements[:at] + node.statements[at + 1 :])


def _swapped(random: Random, node: ast.Block, _: _Surroundings) -> ast.Block:
    if len(node.statements) < 2:
        return node
    at = random.randrange(len(node.statements) - 1)
    one, other = node.statements[at : at + 2]
    return replace(node, statements=(*node.statements[:at], other, one, *node.statements[at + 2 :]))


def _added(what: str, random: Random, node: ast.Block, around: _Surroundings) -> ast.Block:
    name, other = random.choice(around.names), random.choice(around.names)
    some = random.choice([s for s in node.statements if not isinstance(s, ast.Return)] or [ast.Skip()])
    same = ast.Comparison(("=",), (ast.Variable(name, 1), ast.Variable(name, 2)))
    half = ast.Arithmetic(("/",), (ast.Number("1"), TWO))
    couple = random.choice([None, ast.CoupleNone(), ast.CoupleMap(ast.Name("coin"), 2, ast.Variable("coin", 1))])
    statement = {
        "leak": ast.Leak(ast.Variable(name)),
        "assertion": ast.Assert(same),
        "copy": some,
        "coin": ast.Sample(None, ast.Name("coin"), ast.Call(ast.Name("Flip"), (half,)), couple),
        "assignment": ast.Assign(ast.Name(name), (), ast.Variable(other)),
        "joint block": ast.Joint(None, ast.Block((some,)), ast.CoupleNone()),
    }[what]
    at = random.randrange(len(node.statements))
    return replace(node, statements=(*node.statements[:at], statement, *node.statements[at:]))


def _not_required(random: Random, node: ast.Program, _: _Surroundings) -> ast.Program:
    at = random.randrange(len(node.requires))
    return replace(node, requires=node.requires[:at] + node.requires[at + 1 :])


# ---- claims ----------------------------------------------------------------------------------


def _half_or_twice(random: Random, budget: ast.Formula) -> ast.Formula:
    inner = ast.Paren(budget)
    half, twice = ast.Arithmetic(("/",), (inner, TWO)), ast.Arithmetic(("*",), (TWO, inner))
    less = ast.Arithmetic(("-",), (inner, ast.Arithmetic(("/",), (ast.Number("1"), ast.Number("100")))))
    return random.choice([half, half, twice, ast.Number("0"), less])


def _budget(random: Random, node: ast.Satisfies, _: _Surroundings) -> ast.Satisfies:
    if not node.notion.arguments:
        return replace(node, notion=ast.Notion(ast.Name("dp"), (ast.Number("0"),)))
    first, *rest = node.notion.arguments
    return replace(node, notion=replace(node.notion, arguments=(_half_or_twice(random, first), *rest)))


def _relation(random: Random, node: ast.Satisfies, around: _Surroundings) -> ast.Satisfies:
    """A wider relation, or one that holds one way only."""
    any_ = ast.Variable("any")
    names = [v.name for _, v in nodes(node.relation, ()) if isinstance(v, ast.Variable) and v.name != "any"]
    name = random.choice(names or around.names)
    ordered = ast.Comparison((random.choice(["<=", "<", ">"]),), (ast.Variable(name, 1), ast.Variable(name, 2)))
    both = ast.Connective("&&", (ast.Paren(node.relation), ordered))
    return replace(node, relation=random.choice([any_, ordered, both]))


def _pointwise(random: Random, node: ast.Satisfies, _: _Surroundings) -> ast.Satisfies:
    """One output at a time, or no longer so; or only the outputs of a small set."""
    region = ast.Range(ast.Number("0"), ast.Number(str(random.randrange(4))))
    given = [option for option in node.options if isinstance(option, ast.Pointwise)]
    rest = tuple([option for option in node.options if not isinstance(option, ast.Pointwise)])
    if given:
        return replace(node, options=random.choice([rest, (replace(given[0], region=region, equals=None), *rest)]))
    return replace(node, options=(ast.Pointwise(ast.Name("o"), random.choice([None, region])), *rest))


def _pre(random: Random, node: ast.Quadruple, _: _Surroundings) -> ast.Quadruple:
    names = sorted({v.name for _, v in nodes(node.pre, ()) if isinstance(v, ast.Variable)})
    if not names or random.random() < 0.4:
        return replace(node, pre=ast.Boolean(True))
    name = random.choice(names)
    ordered = ast.Comparison((random.choice(["<=", "<", "!=", "="]),), (ast.Variable(name, 1), ast.Variable(name, 2)))
    return replace(node, pre=ordered)


def _post(random: Random, node: ast.Quadruple, around: _Surroundings) -> ast.Quadruple:
    one, other = ast.Variable("res", 1), ast.Variable("res", 2)
    posts = [ast.Comparison((sign,), (one, other)) for sign in ("=", "<=", ">=", "!=")]
    posts.append(ast.Connective("==>", (one, other)))
    posts.append(ast.Connective("==>", (ast.Comparison(("=",), (one, ast.Number("0"))), posts[0])))
    return replace(node, post=ast.Paren(random.choice(posts)))


def _within(random: Random, node: ast.Quadruple, _: _Surroundings) -> ast.Quadruple:
    if node.within is None:
        return replace(node, within=ast.Within(ast.Call(ast.Name("ln"), (TWO,))))
    return replace(node, within=random.choice([None, ast.Within(_half_or_twice(random, node.within.epsilon))]))
