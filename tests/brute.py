"""An enumerator of paths, written from the language's description alone: fractions, no merging, no sharing.

It reads the syntax tree, not the typed program, so that it shares nothing with what it is compared to.
Bit strings are texts of digits. Noise of infinite support is drawn from a window around its centre, and what lies
outside counts as not ended; continuous noise is drawn as the unit interval that it falls into (see `Cell`).
"""

from fractions import Fraction
from math import ceil, floor, log

from prhl.syntax import ast

NOT_ENDED = "not ended"
HANGS = {"hangs": True}  # the variables of a run that goes round and round
TAIL = Fraction(1, 3000)  # mass that may lie outside of a window


class Beyond(Exception):
    """Something that this enumerator does not compute exactly."""


class Illegal(Exception):
    """A distribution that does not exist: a run-time error."""


FAULTS = (Illegal, IndexError, ZeroDivisionError)


def run(program: ast.Program, inputs: dict, rounds: int = 50) -> dict:
    """What is observed with its probability; runs that go on for too long count as not ended."""
    out: dict = {}
    for weight, variables, leaks in ends(program, inputs, rounds):
        if variables is None or variables is HANGS:
            seen = NOT_ENDED
        elif "return" in variables:
            seen = (*leaks, observe(variables["return"]))
        else:
            seen = leaks
        out[seen] = out.get(seen, Fraction(0)) + weight
    return out


def ends(program: ast.Program, inputs: dict, rounds: int = 50, programs: tuple = ()):
    """Every path: its probability, its final variables (the result is "return"), and its leaks.

    The variables are None where it had not ended, and HANGS where it never will. `programs` are those it may call.
    """
    known = {_callee(other.name.text): other for other in programs}
    return _block(program.body.statements, {**inputs, **known}, (), rounds)


def _callee(name):
    """Where the variables keep a program that may be called."""
    return f"program {name}"


def observe(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"0b{value}"
    if isinstance(value, Cell):
        return ("cell", value.low)
    if isinstance(value, list):
        return ("[]", *[observe(v) for v in value])
    if isinstance(value, tuple):
        return ("()", *[observe(v) for v in value])
    return value


def _block(statements, variables, leaks, rounds):
    if not statements:
        yield Fraction(1), variables, leaks
        return
    for weight, after, seen in _step(statements[0], variables, leaks, rounds):
        if after is None or after is HANGS:
            yield weight, after, seen
            continue
        for more, final, said in _block(statements[1:], after, seen, rounds):
            yield weight * more, final, said


def _step(node, variables, leaks, rounds):
    match node:
        case ast.Assign(target, (), value):
            yield Fraction(1), {**variables, target.text: value_of(value, variables)}, leaks
        case ast.Assign(target, (index,), value):
            items = list(variables[target.text])
            items[_position(value_of(index, variables))] = value_of(value, variables)
            yield Fraction(1), {**variables, target.text: items}, leaks
        case ast.Sample(_, target, source) if _callee(_head(source)) in variables:
            yield from _call(variables[_callee(_head(source))], target.text, source, variables, leaks, rounds)
        case ast.Sample(_, target, source):
            left = Fraction(1)
            for outcome, weight in masses(ast.strip(source), variables):
                left -= weight
                yield weight, {**variables, target.text: outcome}, leaks
            if left:
                yield left, None, leaks
        case ast.If(arms, otherwise):
            for condition, block in arms:
                if value_of(condition, variables):
                    yield from _block(block.statements, variables, leaks, rounds)
                    return
            yield from _block(otherwise.statements if otherwise else (), variables, leaks, rounds)
        case ast.While(_, guard, _, body):
            yield from _loop(guard, body.statements, variables, leaks, rounds, rounds)
        case ast.For(_, variable, low, high, _, body):
            first, last = value_of(low, variables), value_of(high, variables)
            yield from _count(variable.text, first, last, body.statements, variables, leaks, rounds)
        case ast.Leak(value):
            yield Fraction(1), variables, (*leaks, observe(value_of(value, variables)))
        case ast.Return(value):
            yield Fraction(1), {**variables, "return": value_of(value, variables)}, leaks
        case ast.Skip() | ast.Assert():
            yield Fraction(1), variables, leaks
        case ast.Joint(_, body):
            yield from _block(body.statements, variables, leaks, rounds)
        case _:
            raise AssertionError(node)


def _head(source):
    return ast.strip(source).function.text


def _call(callee, target, source, variables, leaks, rounds):
    """The callee's paths, with its leaks; only its result comes back."""
    given = [value_of(argument, variables) for argument in ast.strip(source).arguments]
    inner = {name: value for name, value in variables.items() if isinstance(value, ast.Program)}
    inner |= {parameter.name.text: value for parameter, value in zip(callee.parameters, given, strict=True)}
    for weight, after, seen in _block(callee.body.statements, inner, leaks, rounds):
        ended = after is not None and after is not HANGS
        yield weight, {**variables, target: after["return"]} if ended else after, seen


def _loop(guard, body, variables, leaks, left, rounds):
    if not value_of(guard, variables):
        yield Fraction(1), variables, leaks
    elif left == 0:
        yield Fraction(1), None, leaks
    else:
        for weight, after, seen in _block(body, variables, leaks, rounds):
            if after is not None and weight == 1 and after == variables:
                after = HANGS
            if after is None or after is HANGS:
                yield weight, after, seen
                continue
            for more, final, said in _loop(guard, body, after, seen, left - 1, rounds):
                yield weight * more, final, said


def _count(name, at, end, body, variables, leaks, rounds):
    variables = {**variables, name: at}
    if at >= end:
        yield Fraction(1), variables, leaks
        return
    for weight, after, seen in _block(body, variables, leaks, rounds):
        if after is None or after is HANGS:
            yield weight, after, seen
            continue
        for more, final, said in _count(name, at + 1, end, body, after, seen, rounds):
            yield weight * more, final, said


def masses(call: ast.Call, variables):
    name = call.function.text.lower()
    if name in WINDOWS:
        return WINDOWS[name](*[value_of(argument, variables) for argument in call.arguments])
    first = ast.strip(call.arguments[0]) if isinstance(call.arguments[0], ast.Paren) else call.arguments[0]
    if name == "flip":
        p = Fraction(value_of(first, variables))
        return _legal([(v, w) for v, w in ((True, p), (False, 1 - p)) if w])
    if name == "uniform":
        if isinstance(first, ast.Range):
            items = list(range(value_of(first.low, variables), value_of(first.high, variables) + 1))
        elif isinstance(first, ast.Call):
            items = all_bits(value_of(first.arguments[0], variables))
        elif first.power is not None:
            items = all_bits(value_of(first.power, variables))
        else:
            items = [value_of(e.value, variables) for e in first.elements]
        if not items or any([item in items[:at] for at, item in enumerate(items)]):
            raise Illegal("no set")
        return [(item, Fraction(1, len(items))) for item in items]
    if name == "choice":
        weighted = [(value_of(e.value, variables), Fraction(value_of(e.weight, variables))) for e in first.elements]
        return [(value, weight) for value, weight in _legal(weighted) if weight]
    if name == "expmech":
        eps, scores = [value_of(argument, variables) for argument in call.arguments]
        if not scores:
            raise Illegal("no scores")
        weights = [_exp(eps * score / 2 if isinstance(eps, Log) else Fraction(eps * score) / 2) for score in scores]
        return [(n, weight / sum(weights)) for n, weight in enumerate(weights)]
    if name in ("clamp", "truncate"):
        low, high = [value_of(argument, variables) for argument in call.arguments[1:]]
        return _cut(ast.strip(call.arguments[0]), low, high, name == "clamp", variables)
    raise Beyond(name)


def _cut(inner, low, high, clamp, variables):
    """A distribution on low..high: conditioned on it, or with what lies outside moved to the ends."""
    if low > high:
        raise Illegal("no range")
    name = inner.function.text.lower()
    if name in ("laplace", "exponential", "gauss", "discretegauss"):
        raise Beyond(name)
    known = masses(inner, variables)
    outside = Fraction(0)
    if name in WINDOWS:  # the masses from low to high exactly, and all that lies above
        values = [value_of(argument, variables) for argument in inner.arguments]
        known, outside = _exactly(name, values, low, high)
    if not clamp:
        inside = [(value, weight) for value, weight in known if low <= value <= high]
        total = sum([weight for _, weight in inside])
        if not total:
            raise Illegal("nothing is left")
        return [(value, weight / total) for value, weight in inside]
    found = {}
    for value, weight in known:
        end = min(max(value, low), high)
        found[end] = found.get(end, Fraction(0)) + weight
    found[high] = found.get(high, Fraction(0)) + outside
    found[low] = found.get(low, Fraction(0)) + 1 - sum(found.values())
    return list(found.items())


def _exactly(name, values, low, high):
    """The masses of integer noise at low..high, and the mass above high, from the formulas for its tails."""
    points = range(ceil(low), floor(high) + 1)
    if name == "geometric":
        p = values[0]
        if not 0 < p <= 1:
            raise Illegal("no probability")
        above = (1 - p) ** max(points[-1] + 1, 0) if points else Fraction(0)
        return [(n, p * (1 - p) ** n) for n in points if n >= 0], above
    r, loc = ratio_of(values[0]), values[1] if len(values) > 1 else 0
    first = (1 - r) / (1 + r)

    def beyond(n):
        """P(X > n) = the sum of first*r^|m| over m > n, X seen from its centre."""
        return r ** (n + 1) / (1 + r) if n >= 0 else 1 - r ** (-n) / (1 + r)

    return [(n, first * r ** abs(n - loc)) for n in points], beyond(points[-1] - loc) if points else Fraction(0)


def _legal(weighted):
    if any([weight < 0 for _, weight in weighted]) or sum([weight for _, weight in weighted]) != 1:
        raise Illegal("no probabilities")
    return weighted


def all_bits(size):
    if size < 0:
        raise Illegal("no length")
    return [format(n, f"0{size}b") if size else "" for n in range(2**size)]


def _falling(r):
    """1, r, r^2, ... until what is left is small."""
    if not 0 < r < 1:
        raise Beyond("a ratio that is not between 0 and 1")
    steps = [Fraction(1)]
    while steps[-1] > TAIL * (1 - r):
        steps.append(steps[-1] * r)
    return steps


def _discrete_laplace(scale, loc=0):
    r = ratio_of(scale)
    first = (1 - r) / (1 + r)
    steps = _falling(r)
    return [(loc + side * n, first * p) for n, p in enumerate(steps) for side in ((1, -1) if n else (1,))]


def _geometric(p):
    if not 0 < p <= 1:
        raise Illegal("no probability")
    return [(n, p * q) for n, q in enumerate(_falling(1 - p))] if p != 1 else [(0, Fraction(1))]


def _laplace(scale, loc=0):
    r = ratio_of(scale)
    cells = [(n, (1 - r) / 2 * p) for n, p in enumerate(_falling(r))]
    source = object()
    right = [(Cell(loc + n, source), p) for n, p in cells]
    return right + [(Cell(loc - n - 1, source), p) for n, p in cells]


def _exponential(scale):
    r = ratio_of(scale)
    source = object()
    return [(Cell(n, source), (1 - r) * p) for n, p in enumerate(_falling(r))]


WINDOWS = {
    "discretelaplace": _discrete_laplace,
    "geometric": _geometric,
    "laplace": _laplace,
    "exponential": _exponential,
}


class Cell:
    """A continuous number between low and low + 1, of which nothing else is known; low is whole.

    A program that only adds whole numbers to it and compares it with whole numbers cannot tell more. Two cells of one
    draw have whole differences; what would need more than that is Beyond.
    """

    def __init__(self, low, source):
        if Fraction(low).denominator != 1:
            raise Beyond("a cell that does not start at a whole number")
        self.low, self.source = int(low), source

    def _versus(self, other):
        """Something with the sign of self - other."""
        if isinstance(other, Cell):
            if self.source is not other.source:
                raise Beyond("two draws compared")
            return self.low - other.low
        if isinstance(other, bool | str | Log) or Fraction(other).denominator != 1:
            raise Beyond("a cell compared with a fraction")
        return 2 * (self.low - other) + 1

    def __add__(self, other):
        if isinstance(other, Cell | Log):
            raise Beyond("two draws added")
        return Cell(self.low + other, self.source)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, Cell):
            return self._versus(other)
        return self + -other

    def __neg__(self):
        raise Beyond("a cell turned over")

    __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __mod__ = __abs__ = lambda self, *_: self.__neg__()

    def __lt__(self, other):
        return self._versus(other) < 0

    def __le__(self, other):
        return self._versus(other) <= 0

    def __gt__(self, other):
        return self._versus(other) > 0

    def __ge__(self, other):
        return self._versus(other) >= 0

    def __eq__(self, other):
        return self._versus(other) == 0

    def __hash__(self):
        return hash(self.low)

    def __floor__(self):
        return self.low

    def __ceil__(self):
        return self.low + 1


class Log:
    """c * ln(base)^power, power 1 or -1: what budgets and scales are made of."""

    def __init__(self, c, base, power=1):
        self.c, self.base, self.power = Fraction(c), Fraction(base), power

    def __repr__(self):
        return f"{self.c}*ln({self.base})^{self.power}"

    def __float__(self):
        return float(self.c) * log(self.base) ** self.power

    def __add__(self, other):
        if not isinstance(other, Log):
            if other == 0:
                return self
            raise Beyond("a logarithm and a number added")
        if (self.base, self.power) == (other.base, other.power):
            return _plain(Log(self.c + other.c, self.base, self.power))
        if self.power < 0 or other.power < 0:
            raise Beyond("two scales added")
        both = self.c.denominator * other.c.denominator
        product = self.base ** int(self.c * both) * other.base ** int(other.c * both)
        return _plain(Log(Fraction(1, both), product))

    __radd__ = __add__

    def __neg__(self):
        return Log(-self.c, self.base, self.power)

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if not isinstance(other, Log):
            return _plain(Log(self.c * other, self.base, self.power))
        if self.base != other.base or self.power == other.power:
            raise Beyond("two logarithms multiplied")
        return self.c * other.c

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Log):
            return self * Log(1 / other.c, other.base, -other.power)
        return self * (1 / Fraction(other))

    def __rtruediv__(self, other):
        return Log(1 / self.c, self.base, -self.power) * other

    def __abs__(self):
        return self if float(self) > 0 else -self

    def _versus(self, other):
        """The sign of self - other; far enough apart for a float to tell, or equal."""
        gap = self - other if isinstance(other, Log) and other.power == self.power else float(self) - float(other)
        if not isinstance(gap, Log | float):
            return gap
        if abs(float(gap)) < 1e-9:
            raise Beyond("two numbers too close to each other")
        return float(gap)

    def __lt__(self, other):
        return self._versus(other) < 0

    def __le__(self, other):
        return self._versus(other) <= 0

    def __gt__(self, other):
        return self._versus(other) > 0

    def __ge__(self, other):
        return self._versus(other) >= 0

    def __eq__(self, other):
        return self._versus(other) == 0

    def __hash__(self):
        return hash(float(self))


def _plain(value):
    """A logarithm that is 0 as a number."""
    return Fraction(0) if value.c == 0 or value.base == 1 else value


def power(base, exponent):
    """base to a rational exponent, if that is rational."""
    base, exponent = Fraction(base), Fraction(exponent)
    raised = base**exponent.numerator
    roots = [round(part ** (1 / exponent.denominator)) for part in (raised.numerator, raised.denominator)]
    if Fraction(*roots) ** exponent.denominator != raised:
        raise Beyond("a power that is not rational")
    return Fraction(*roots)


def ratio_of(scale):
    """exp(-1/scale)."""
    if scale <= 0:
        raise Illegal("no scale")
    if not isinstance(scale, Log) or scale.power != -1:
        raise Beyond("a ratio that is not rational")
    return power(scale.base, -1 / scale.c)


def _exp(value):
    if isinstance(value, Log) and value.power == 1:
        return power(value.base, value.c)
    if value == 0:
        return Fraction(1)
    raise Beyond("an exponential that is not rational")


def _ln(value):
    if isinstance(value, Log) or value <= 0:
        raise Beyond("a logarithm of that")
    return _plain(Log(1, value))


def _least(*values):
    return min(values[0] if len(values) == 1 else values)


def _greatest(*values):
    return max(values[0] if len(values) == 1 else values)


FUNCTIONS = {
    "size": len,
    "abs": abs,
    "max": _greatest,
    "min": _least,
    "sum": sum,
    "floor": floor,
    "ceil": ceil,
    "count": lambda items, value: sum([item == value for item in items]),
    "exp": _exp,
    "ln": _ln,
}


def _position(index):
    if index < 0:
        raise IndexError(index)
    return index


def value_of(node, variables):
    """The value of an expression; `x{1}` is looked up as ("x", 1)."""
    match node:
        case ast.Boolean(value):
            return value
        case ast.Number(text):
            return int(text) if text.isdigit() else Fraction(text)
        case ast.Bits(text):
            return text
        case ast.Variable(name, at) if at:
            return variables[name, at] if (name, at) in variables else variables[name]
        case ast.Variable(name):
            return variables[name]
        case ast.Same(names):
            return all([variables[name.text, 1] == variables[name.text, 2] for name in names])
        case ast.Quantifier(kind, (binder,), body) if binder.type is None or binder.type == ast.SimpleType("bool"):
            # numbers far beyond every index of a small list make no difference
            values = range(-2, 9) if binder.type is None else (False, True)
            found = [value_of(body, {**variables, binder.name.text: value}) for value in values]
            return all(found) if kind == "forall" else any(found)
        case ast.Power(base, (exponent,)):
            return value_of(base, variables) ** int(exponent.text)
        case ast.Paren(operand):
            return value_of(operand, variables)
        case ast.Negative(operand):
            return -value_of(operand, variables)
        case ast.Not(operand):
            return not value_of(operand, variables)
        case ast.Bars(operand):
            return abs(value_of(operand, variables))
        case ast.ListOf(items):
            return [value_of(item, variables) for item in items]
        case ast.TupleOf(items):
            return tuple([value_of(item, variables) for item in items])
        case ast.Access(base, steps):
            value = value_of(base, variables)
            for step in steps:
                at = step.position if isinstance(step, ast.Field) else _position(value_of(step.index, variables))
                value = value[at] == "1" if isinstance(value, str) else value[at]
            return value
        case ast.Arithmetic(operators, operands):
            total = value_of(operands[0], variables)
            for operator, operand in zip(operators, operands[1:], strict=True):
                total = _arithmetic(operator, total, value_of(operand, variables))
            return total
        case ast.Comparison(operators, operands):
            values = [value_of(operand, variables) for operand in operands]
            return all(_compare(o, a, b) for o, a, b in zip(operators, values, values[1:], strict=False))
        case ast.Connective("&&", operands):
            return all(value_of(operand, variables) for operand in operands)
        case ast.Connective("||", operands):
            return any(value_of(operand, variables) for operand in operands)
        case ast.Connective("==>", operands):
            return not all(value_of(o, variables) for o in operands[:-1]) or value_of(operands[-1], variables)
        case ast.Connective("<=>", (left, right)):
            return value_of(left, variables) == value_of(right, variables)
        case ast.Conditional(arms, otherwise):
            for condition, value in arms:
                if value_of(condition, variables):
                    return value_of(value, variables)
            return value_of(otherwise, variables)
        case ast.Call(function, arguments):
            values = [value_of(argument, variables) for argument in arguments]
            if function.text not in FUNCTIONS:
                raise Beyond(function.text)
            return FUNCTIONS[function.text](*values)
        case _:
            raise Beyond(type(node).__name__)


def _arithmetic(operator, left, right):
    match operator:
        case "+" | "++":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return (left if isinstance(left, Log | Cell) else Fraction(left)) / right
        case "mod":
            return left % abs(right)
        case "div":
            return (left - left % abs(right)) // right
        case "xor" if isinstance(left, str):
            return "".join(["1" if a != b else "0" for a, b in zip(left, right, strict=True)])
        case "xor":
            return left != right
        case _:
            raise AssertionError(operator)


def _compare(operator, left, right):
    match operator:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case _:
            return left >= right
