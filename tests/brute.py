"""An enumerator of paths, written from the language's description alone: fractions, no merging, no sharing.

It reads the syntax tree, not the typed program, so that it shares nothing with what it is compared to.
Bit strings are texts of digits. Noise of infinite support is drawn from a window around its centre, and what lies
outside counts as not ended; continuous noise is drawn as the interval that it falls into (see `Cell`). Masses that are
no fractions are rounded down (tests/below.py), and what is lost by that counts as not ended, too.
"""

from contextlib import contextmanager
from fractions import Fraction
from math import ceil, floor, log

from prhl.syntax import ast
from tests import below

NOT_ENDED = "not ended"
HANGS = {"hangs": True}  # the variables of a run that goes round and round
MOST_STATES = 12  # of a loop that may never be left
MOST_PATHS = 20_000  # of one run
TAIL = Fraction(1, 3000)  # mass that may lie outside of a window; see `windows`


class Beyond(Exception):
    """Something that this enumerator does not compute exactly."""


class Illegal(Exception):
    """A distribution that does not exist: a run-time error."""


FAULTS = (Illegal, IndexError, ZeroDivisionError)


def run(program: ast.Program, inputs: dict, rounds: int = 50) -> dict:
    """What is observed with its probability; runs that go on for too long count as not ended."""
    out: dict = {}
    for at, (weight, variables, leaks) in enumerate(ends(program, inputs, rounds)):
        if at == MOST_PATHS:
            raise Beyond(f"more than {MOST_PATHS} paths")
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
        return ("cell", value.low, value.low + value.width)
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
        yield Fraction(1), HANGS if _stuck(guard, body, variables) else None, leaks
    else:
        for weight, after, seen in _block(body, variables, leaks, rounds):
            if after is not None and weight == 1 and after == variables:
                after = HANGS
            if after is None or after is HANGS:
                yield weight, after, seen
                continue
            for more, final, said in _loop(guard, body, after, seen, left - 1, rounds):
                yield weight * more, final, said


def _stuck(guard, body, variables):
    """Whether no way leads out of the loop: the states that can be reached are few, and the guard holds in all."""
    found, todo = [variables], [variables]
    while todo:
        for _, after, _ in _block(body, todo.pop(), (), 2):
            if after is HANGS:
                continue
            if after is None or not value_of(guard, after) or len(found) > MOST_STATES:
                return False
            if after not in found:
                found.append(after)
                todo.append(after)
    return True


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
    if name == "each":
        return _lists(masses(first, variables), value_of(call.arguments[1], variables))
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
        try:
            weights = [_exp(eps * score / 2 if isinstance(eps, Log) else Fraction(eps * score) / 2) for score in scores]
        except Beyond:
            return below.scores(eps, scores)
        return [(n, weight / sum(weights)) for n, weight in enumerate(weights)]
    if name in ("clamp", "truncate"):
        low, high = [value_of(argument, variables) for argument in call.arguments[1:]]
        return _cut(ast.strip(call.arguments[0]), low, high, name == "clamp", variables)
    raise Beyond(name)


def _lists(one, many):
    """That many draws from the same masses."""
    found = [([], Fraction(1))]
    for _ in range(many):
        found = [([*items, item], weight * mass) for items, weight in found for item, mass in one]
        if len(found) > MOST_PATHS:
            raise Beyond("that many lists")
    return found


def _cut(inner, low, high, clamp, variables):
    """A distribution on low..high: conditioned on it, or with what lies outside moved to the ends."""
    if low > high:
        raise Illegal("no range")
    name = inner.function.text.lower()
    if name in ("gauss", "discretegauss"):
        raise Beyond(name)
    if name in ("laplace", "exponential"):
        return _cut_cells(name, [value_of(argument, variables) for argument in inner.arguments], low, high, clamp)
    if name == "discretelaplace":
        values = [value_of(argument, variables) for argument in inner.arguments]
        if not _is_rational(values[0]):
            return below.cut_laplace(values[0], values[1] if len(values) > 1 else 0, (low, high), clamp)
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


def _cut_cells(name, values, low, high, clamp):
    """The same for continuous noise with whole ends: cells inside, and for Clamp two points with what lies outside."""
    r, loc = ratio_of(values[0]), values[1] if len(values) > 1 else 0
    if any([Fraction(end).denominator != 1 for end in (low, high, loc)]):
        raise Beyond("an end that is not whole")

    def under(n):
        """The mass below a whole number."""
        n -= loc
        if name == "exponential":
            return 1 - r**n if n > 0 else Fraction(0)
        return 1 - r**n / 2 if n > 0 else r ** (-n) / 2

    source = object()
    cells = [(Cell(n, source), under(n + 1) - under(n)) for n in range(int(low), int(high))]
    if clamp:
        return [(value, weight) for value, weight in [(low, under(low)), *cells, (high, 1 - under(high))] if weight]
    total = under(high) - under(low)
    if not total:
        raise Illegal("nothing is left")
    return [(cell, weight / total) for cell, weight in cells if weight]


def _legal(weighted):
    if any([weight < 0 for _, weight in weighted]) or sum([weight for _, weight in weighted]) != 1:
        raise Illegal("no probabilities")
    return weighted


def all_bits(size):
    if size < 0:
        raise Illegal("no length")
    return [format(n, f"0{size}b") if size else "" for n in range(2**size)]


@contextmanager
def windows(tail):
    """Other windows for a while."""
    before = _Window.tail
    _Window.tail = tail
    try:
        yield
    finally:
        _Window.tail = before


class _Window:
    tail = TAIL


def _falling(r):
    """1, r, r^2, ... until what is left is small."""
    if not 0 < r < 1:
        raise Beyond("a ratio that is not between 0 and 1")
    steps = [Fraction(1)]
    while steps[-1] > _Window.tail * (1 - r):
        steps.append(steps[-1] * r)
    return steps


def _discrete_laplace(scale, loc=0):
    if not _is_rational(scale):
        return [(loc + n, p) for n, p in below.discrete_laplace(scale, _Window.tail)]
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


def _discrete_gauss(sigma, loc=0):
    found = _bell(lambda: below.discrete_gauss(Fraction(sigma), _Window.tail), sigma)
    return [(loc + n, p) for n, p in found]


def _gauss(sigma, loc=0):
    source = object()
    step = below.STEP if _Window.tail <= below.SMALL else Fraction(1)
    found = _bell(lambda: below.gauss_cells(Fraction(sigma), _Window.tail, step), sigma)
    return [(Cell(loc + at, source, step), p) for at, p in found]


def _bell(compute, sigma):
    if sigma <= 0:
        raise Illegal("no sigma")
    if isinstance(sigma, Log | Mixed):
        raise Beyond("a sigma that is not rational")
    try:
        return compute()
    except below.TooWide:
        raise Beyond("noise that is too wide") from None


WINDOWS = {
    "discretegauss": _discrete_gauss,
    "gauss": _gauss,
    "discretelaplace": _discrete_laplace,
    "geometric": _geometric,
    "laplace": _laplace,
    "exponential": _exponential,
}


class Cell:
    """A continuous number between low and low + width, of which nothing else is known.

    A program that only moves it and compares it with numbers that lie in no cell cannot tell more. Two cells of one
    draw are moved by known amounts; what would need more than that is Beyond.
    """

    def __init__(self, low, source, width=1):
        self.low, self.source, self.width = Fraction(low), source, width
        if (self.low / width).denominator != 1:
            raise Beyond("a cell that does not start at a multiple of its width")

    def _versus(self, other):
        """Something with the sign of self - other."""
        if isinstance(other, Cell):
            if self.source is not other.source:
                raise Beyond("two draws compared")
            return self.low - other.low
        if isinstance(other, bool | str | Log) or self.low < other < self.low + self.width:
            raise Beyond("a cell compared with what lies inside")
        return 1 if other <= self.low else -1

    def __add__(self, other):
        if isinstance(other, Cell | Log):
            raise Beyond("two draws added")
        return Cell(self.low + other, self.source, self.width)

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
        return floor(self.low)

    def __ceil__(self):
        return floor(self.low) + 1


class Log:
    """c * ln(base)^power, power 1 or -1: what budgets and scales are made of."""

    def __init__(self, c, base, power=1):
        self.c, self.base, self.power = Fraction(c), Fraction(base), power

    def __repr__(self):
        return f"{self.c}*ln({self.base})^{self.power}"

    def __float__(self):
        return float(self.c) * log(self.base) ** self.power

    def __add__(self, other):
        if isinstance(other, Mixed):
            return other + self
        if not isinstance(other, Log):
            return self if other == 0 else Mixed(other, self)
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


class Mixed:
    """A number and a logarithm: a budget such as ln(2) - 1/1000."""

    def __init__(self, number, log):
        if log.power != 1:
            raise Beyond("a number and a scale added")
        self.number, self.log = Fraction(number), log

    def __repr__(self):
        return f"{self.number} + {self.log}"

    def __float__(self):
        return float(self.number) + float(self.log)

    def __add__(self, other):
        if isinstance(other, Mixed):
            return self + other.number + other.log
        if isinstance(other, Log):
            log = self.log + other
            return Mixed(self.number, log) if isinstance(log, Log) else self.number + log
        return Mixed(self.number + other, self.log) if self.number != -other else self.log

    __radd__ = __add__

    def __neg__(self):
        return Mixed(-self.number, -self.log)

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if isinstance(other, Log | Mixed):
            raise Beyond("two logarithms multiplied")
        return Mixed(self.number * other, self.log * other) if other else Fraction(0)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self * (1 / Fraction(other))

    def _versus(self, other):
        gap = float(self) - float(other)
        if abs(gap) < 1e-9:
            raise Beyond("two numbers too close to each other")
        return gap

    __lt__, __le__, __gt__, __ge__ = Log.__lt__, Log.__le__, Log.__gt__, Log.__ge__


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


def _is_rational(scale):
    """Whether exp(-1/scale) is a fraction."""
    try:
        ratio_of(scale)
    except Beyond:
        return False
    return True


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
    return min(_some(values[0] if len(values) == 1 else values))


def _greatest(*values):
    return max(_some(values[0] if len(values) == 1 else values))


def _some(values):
    if not values:
        raise Illegal("the least of nothing")
    return values


def _clip1(items, most):
    if most < 0:
        raise Illegal("a negative norm")
    norm = sum([abs(item) for item in items])
    return items if norm <= most else [item * Fraction(most) / norm for item in items]


def _near1(one, other, most):
    return len(one) == len(other) and sum([abs(a - b) for a, b in zip(one, other, strict=True)]) <= most


def _near2(one, other, most):
    if len(one) != len(other) or most < 0:
        return False
    return sum([(a - b) ** 2 for a, b in zip(one, other, strict=True)]) <= most**2


FUNCTIONS = {
    "l1": _near1,
    "l2": _near2,
    "clip1": _clip1,
    "size": len,
    "abs": abs,
    "max": _greatest,
    "min": _least,
    "sum": sum,
    "floor": floor,
    "ceil": ceil,
    "count": lambda items, value: sum([item == value for item in items]),
    "mem": lambda value, items: any([item == value for item in items]),
    "sort": sorted,
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
        case ast.Comprehension(function, value, ast.Elements(own, listed, guard)):
            found = []
            for item in value_of(listed, variables):
                inside = {**variables, own.text: item}
                if guard is None or value_of(guard, inside):
                    found.append(1 if value is None else value_of(value, inside))
            if function is None:
                return found
            return sum(found) if value is None else FUNCTIONS[function.text](found)
        case ast.Call(function, arguments):
            values = [value_of(argument, variables) for argument in arguments]
            if function.text not in FUNCTIONS:
                raise Beyond(function.text)
            return FUNCTIONS[function.text](*values)
        case _:
            raise Beyond(type(node).__name__)


def _arithmetic(operator, left, right):
    if operator != "++" and (isinstance(left, list) or isinstance(right, list)):
        return _by_entries(operator, left, right)
    match operator:
        case "+" | "++":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return (left if isinstance(left, Log | Mixed | Cell) else Fraction(left)) / right
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


def _by_entries(operator, left, right):
    """A sum of lists of numbers, or a multiple of one."""
    if operator in ("*", "/"):
        numbers, factor = (left, right) if isinstance(left, list) else (right, left)
        return [_arithmetic(operator, number, factor) for number in numbers]
    if len(left) != len(right):
        raise Illegal("lists of two sizes")
    return [_arithmetic(operator, one, other) for one, other in zip(left, right, strict=True)]


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
