"""An enumerator of paths, written from the language's description alone: fractions, no merging, no sharing.

It reads the syntax tree, not the typed program, so that it shares nothing with what it is compared to.
"""

from fractions import Fraction

from prhl.syntax import ast

NOT_ENDED = "not ended"


def run(program: ast.Program, inputs: dict, rounds: int = 50) -> dict:
    """What is observed with its probability; runs that go on for too long count as not ended."""
    out: dict = {}
    for weight, variables, leaks in _block(program.body.statements, dict(inputs), (), rounds):
        if variables is None:
            seen = NOT_ENDED
        elif "return" in variables:
            seen = (*leaks, observe(variables["return"]))
        else:
            seen = leaks
        out[seen] = out.get(seen, Fraction(0)) + weight
    return out


def observe(value):
    if isinstance(value, bool):
        return "true" if value else "false"
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
        if after is None:
            yield weight, None, seen
            continue
        for more, final, said in _block(statements[1:], after, seen, rounds):
            yield weight * more, final, said


def _step(node, variables, leaks, rounds):
    match node:
        case ast.Assign(target, (), value):
            yield Fraction(1), {**variables, target.text: value_of(value, variables)}, leaks
        case ast.Assign(target, (index,), value):
            items = list(variables[target.text])
            items[value_of(index, variables)] = value_of(value, variables)
            yield Fraction(1), {**variables, target.text: items}, leaks
        case ast.Sample(_, target, source):
            for outcome, weight in masses(ast.strip(source), variables):
                yield weight, {**variables, target.text: outcome}, leaks
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


def _loop(guard, body, variables, leaks, left, rounds):
    if not value_of(guard, variables):
        yield Fraction(1), variables, leaks
    elif left == 0:
        yield Fraction(1), None, leaks
    else:
        for weight, after, seen in _block(body, variables, leaks, rounds):
            if after is None:
                yield weight, None, seen
                continue
            for more, final, said in _loop(guard, body, after, seen, left - 1, rounds):
                yield weight * more, final, said


def _count(name, at, end, body, variables, leaks, rounds):
    variables = {**variables, name: at}
    if at >= end:
        yield Fraction(1), variables, leaks
        return
    for weight, after, seen in _block(body, variables, leaks, rounds):
        if after is None:
            yield weight, None, seen
            continue
        for more, final, said in _count(name, at + 1, end, body, after, seen, rounds):
            yield weight * more, final, said


def masses(call: ast.Call, variables):
    name = call.function.text.lower()
    first = call.arguments[0]
    if name == "flip":
        p = Fraction(value_of(first, variables))
        return [(v, w) for v, w in ((True, p), (False, 1 - p)) if w]
    if name == "uniform":
        if isinstance(first, ast.Range):
            items = list(range(value_of(first.low, variables), value_of(first.high, variables) + 1))
        else:
            items = [value_of(e.value, variables) for e in first.elements]
        return [(item, Fraction(1, len(items))) for item in items]
    if name == "choice":
        return [(value_of(e.value, variables), Fraction(value_of(e.weight, variables))) for e in first.elements]
    raise AssertionError(name)


def value_of(node, variables):
    match node:
        case ast.Boolean(value):
            return value
        case ast.Number(text):
            return int(text) if text.isdigit() else Fraction(text)
        case ast.Variable(name):
            return variables[name]
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
                value = value[step.position if isinstance(step, ast.Field) else value_of(step.index, variables)]
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
            return {"size": len, "abs": abs, "max": max, "min": min, "sum": sum}[function.text](*values)
        case _:
            raise AssertionError(node)


def _arithmetic(operator, left, right):
    match operator:
        case "+" | "++":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return Fraction(left) / right
        case "mod":
            return left % abs(right)
        case "div":
            return (left - left % abs(right)) // right
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
