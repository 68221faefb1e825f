"""z3 expressions, made by z3's own functions.

The operators of z3's Python package look at every operand and result again, which takes longer than all the rest. The
expressions are the same (`tests/test_direct.py`). Operands are expressions of one context; z3 itself refuses numbers
for truth values, and widens whole numbers where they meet others.
"""

from collections.abc import Sequence
from typing import Any

import z3

from prhl.logic.types import BOOL, INT, REAL, Scalar, Type

_COMPARED = {"lt": z3.Z3_mk_lt, "le": z3.Z3_mk_le, "gt": z3.Z3_mk_gt, "ge": z3.Z3_mk_ge}


class Symbols:
    """The names and numbers of one context, each made once."""

    def __init__(self, context: z3.Context) -> None:
        self.context = context
        self.sorts: dict[Type, Any] = {BOOL: z3.BoolSort(context), INT: z3.IntSort(context), REAL: z3.RealSort(context)}
        self.constants: dict[tuple[str, Scalar], Any] = {}
        self.declared: dict[tuple[str, int, Scalar], Any] = {}
        self.whole: dict[int, Any] = {}

    def constant(self, name: str, type_: Scalar) -> Any:
        found = self.constants.get((name, type_))
        if found is None:
            found = self.constants[name, type_] = z3.Const(name, self.sorts[type_])
        return found

    def entry(self, name: str, type_: Scalar, at: Sequence[Any]) -> Any:
        """The value of a function from positions."""
        key = (name, len(at), type_)
        if key not in self.declared:
            self.declared[key] = z3.Function(name, *[self.sorts[INT]] * len(at), self.sorts[type_])
        made = z3.Z3_mk_app(self.context.ref(), self.declared[key].ast, len(at), _array(at))
        return z3.BoolRef(made, self.context) if type_ == BOOL else z3.ArithRef(made, self.context)

    def integer(self, value: int) -> Any:
        found = self.whole.get(value)
        if found is None:
            found = self.whole[value] = z3.IntVal(value, self.context)
        return found

    def inside(self, at: Any, size: Any) -> Any:
        """0 <= at < size"""
        return conjunction([compared("ge", at, self.integer(0)), compared("lt", at, size)])


def conjunction(parts: Sequence[Any]) -> Any:
    context = parts[0].ctx
    return z3.BoolRef(z3.Z3_mk_and(context.ref(), len(parts), _array(parts)), context)


def disjunction(parts: Sequence[Any]) -> Any:
    context = parts[0].ctx
    return z3.BoolRef(z3.Z3_mk_or(context.ref(), len(parts), _array(parts)), context)


def negation(value: Any) -> Any:
    return z3.BoolRef(z3.Z3_mk_not(value.ctx.ref(), value.ast), value.ctx)


def implication(condition: Any, value: Any) -> Any:
    return z3.BoolRef(z3.Z3_mk_implies(value.ctx.ref(), condition.ast, value.ast), value.ctx)


def compared(operator: str, left: Any, right: Any) -> Any:
    return z3.BoolRef(_COMPARED[operator](left.ctx.ref(), left.ast, right.ast), left.ctx)


def equal(left: Any, right: Any) -> Any:
    return z3.BoolRef(z3.Z3_mk_eq(left.ctx.ref(), left.ast, right.ast), left.ctx)


def unequal(left: Any, right: Any) -> Any:
    return z3.BoolRef(z3.Z3_mk_distinct(left.ctx.ref(), 2, _array((left, right))), left.ctx)


def choice(condition: Any, yes: Any, no: Any) -> Any:
    """`if` of two truth values, or of two numbers."""
    context = condition.ctx
    if isinstance(yes, z3.ArithRef):
        yes, no = widened((yes, no))
        return z3.ArithRef(z3.Z3_mk_ite(context.ref(), condition.ast, yes.ast, no.ast), context)
    return z3.BoolRef(z3.Z3_mk_ite(context.ref(), condition.ast, yes.ast, no.ast), context)


def total(parts: Sequence[Any]) -> Any:
    """The sum of two numbers or more."""
    context = parts[0].ctx
    return z3.ArithRef(z3.Z3_mk_add(context.ref(), len(parts), _array(parts)), context)


def widened(values: Sequence[Any]) -> Sequence[Any]:
    """Numbers of one sort: reals, if one of them is."""
    whole = [is_int(value) for value in values]
    if all(whole) or not any(whole):
        return values
    return [to_real(value) if integer else value for value, integer in zip(values, whole, strict=True)]


def to_real(value: Any) -> Any:
    return z3.ArithRef(z3.Z3_mk_int2real(value.ctx.ref(), value.ast), value.ctx)


def is_int(value: Any) -> bool:
    return isinstance(value, z3.ArithRef) and _sort_kind(value) == z3.Z3_INT_SORT


def is_real(value: Any) -> bool:
    return isinstance(value, z3.ArithRef) and _sort_kind(value) == z3.Z3_REAL_SORT


def kind(value: Any) -> int | None:
    """What is applied at the top of an expression, as z3 numbers it; None of numbers and of quantifiers."""
    context = value.ctx.ref()
    if z3.Z3_get_ast_kind(context, value.ast) != z3.Z3_APP_AST:
        return None
    found: int = z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, z3.Z3_to_app(context, value.ast)))
    return found


def children(value: Any) -> list[Any]:
    """What a function is applied to, as numbers and truth values."""
    context = value.ctx.ref()
    application = z3.Z3_to_app(context, value.ast)
    many = z3.Z3_get_app_num_args(context, application)
    return [_expression(z3.Z3_get_app_arg(context, application, n), value.ctx) for n in range(many)]


def _expression(made: Any, context: z3.Context) -> Any:
    if z3.Z3_get_ast_kind(context.ref(), made) != z3.Z3_APP_AST:
        return z3.z3._to_expr_ref(made, context)
    truth = z3.Z3_get_sort_kind(context.ref(), z3.Z3_get_sort(context.ref(), made)) == z3.Z3_BOOL_SORT
    return z3.BoolRef(made, context) if truth else z3.ArithRef(made, context)


def _sort_kind(value: Any) -> int:
    context = value.ctx.ref()
    found: int = z3.Z3_get_sort_kind(context, z3.Z3_get_sort(context, value.ast))
    return found


def _array(parts: Sequence[Any]) -> Any:
    return (z3.Ast * len(parts))(*[part.ast for part in parts])
