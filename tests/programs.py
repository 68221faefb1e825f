"""Random syntax trees, for print-then-parse."""

from hypothesis import strategies as st

from prhl.syntax import ast
from prhl.syntax.printer import print_file

NAMES = st.sampled_from(["x", "y", "eps", "d", "i_1", "cost", "slack", "private", "list", "size", "inner", "Ab9", "_"])
names = NAMES.map(ast.Name)
numbers = st.sampled_from(["0", "1", "42", "0.5", "10.250", "1e-5", "2E3"]).map(ast.Number)


def opaque(strategy):
    """The strategy with a short name; hypothesis would print the whole grammar otherwise."""

    @st.composite
    def tree(draw):
        return draw(strategy)

    return tree()


def tuples(strategy, least=0, most=3):
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


atoms = st.one_of(
    st.booleans().map(ast.Boolean),
    numbers,
    st.sampled_from(["0", "01", "1101"]).map(ast.Bits),
    st.builds(ast.Variable, NAMES, st.sampled_from([0, 1, 2])),
    st.builds(ast.Same, tuples(names, 1)),
    st.just(ast.Hole()),
)


@st.composite
def chains(draw, operand, signs):
    operators = draw(tuples(st.sampled_from(signs), 1))
    operands = draw(st.lists(operand, min_size=len(operators) + 1, max_size=len(operators) + 1))
    return operators, tuple(operands)


def sets(formula):
    element = st.builds(ast.Element, formula, st.none() | formula)
    return st.one_of(
        st.builds(ast.SetOf, tuples(element), st.none() | formula),
        st.builds(ast.Range, formula, formula),
    )


SIGNS = (["+", "-", "++"], ["*", "/", "div", "mod"], ["xor"])


def _grow(formula):
    plain = formula
    steps = tuples(st.one_of(st.builds(ast.Index, formula), st.builds(ast.Field, st.integers(0, 9))), 1)
    binder = st.builds(ast.Binder, names, st.none() | types(formula))
    return st.one_of(
        st.builds(ast.Call, names, tuples(formula | sets(formula)), st.none() | names),
        st.builds(ast.Bars, plain.filter(lambda node: not _has_bars(node))),
        st.builds(ast.TupleOf, tuples(formula, 2)),
        st.builds(ast.ListOf, tuples(formula)),
        st.builds(ast.Access, formula, steps),
        st.builds(ast.Power, formula, tuples(numbers, 1)),
        st.builds(ast.Negative, formula),
        st.builds(ast.Not, formula),
        *[chains(formula, signs).map(lambda c: ast.Arithmetic(*c)) for signs in SIGNS],
        chains(formula, ["=", "!=", "<", "<=", ">", ">="]).map(lambda c: ast.Comparison(*c)),
        st.builds(ast.Connective, st.sampled_from(["&&", "||", "==>", "<=>"]), tuples(formula, 2)),
        st.builds(ast.Conditional, tuples(st.tuples(formula, formula), 1, 2), formula).map(_flat),
        st.builds(ast.Quantifier, st.sampled_from(["forall", "exists"]), tuples(binder, 1), formula),
        comprehensions(formula),
    )  # fmt: skip


@st.composite
def comprehensions(draw, formula):
    """`count(x in a)` has no value for each, and what is a list of its own has no function."""
    elements = draw(st.builds(ast.Elements, names, formula, st.none() | formula))
    function = draw(st.none() | names)
    value = draw(formula) if function is None else draw(st.none() | formula)
    return ast.Comprehension(function, value, elements)


def _flat(node):
    """`else if` is one chain, as the parser builds it."""
    if isinstance(node.otherwise, ast.Conditional):
        return ast.Conditional(node.arms + node.otherwise.arms, node.otherwise.otherwise)
    return node


def _has_bars(node) -> bool:
    return "Bars(" in repr(node)


def types(formula):
    base = st.one_of(st.sampled_from(["bool", "int", "real"]).map(ast.SimpleType), st.builds(ast.BitsType, formula))
    return opaque(
        st.recursive(
            base,
            lambda t: st.one_of(
                st.builds(ast.ListType, t),
                st.builds(ast.TupleType, tuples(t, 1)),
                st.builds(ast.FunctionType, t.filter(lambda a: not isinstance(a, ast.FunctionType)), t),
            ),
            max_leaves=3,
        )
    )


formulas = opaque(st.recursive(atoms, _grow, max_leaves=8))
arguments = opaque(formulas | sets(formulas))
couples = opaque(
    st.one_of(
        st.builds(ast.CoupleMap, names, st.sampled_from([1, 2]), formulas, *[st.none() | formulas] * 3),
        st.just(ast.CoupleNone()),
        st.builds(ast.CoupleBy, names),
        st.builds(ast.CoupleHole, st.none() | formulas, st.none() | formulas),
    )
)
annotations = st.one_of(
    st.builds(ast.Invariant, formulas),
    st.builds(ast.Decreases, formulas),
    st.builds(ast.Alone, st.sampled_from([1, 2]), formulas),
)

simple_statements = st.one_of(
    st.builds(ast.Assign, names, tuples(formulas, 0, 2), formulas),
    st.builds(ast.Sample, st.none() | names, names, formulas, st.none() | couples),
    st.builds(ast.Assert, formulas),
    st.builds(ast.Leak, formulas),
    st.builds(ast.Return, formulas),
    st.just(ast.Skip()),
)


def _statements(inner):
    block = st.builds(ast.Block, tuples(inner))
    return st.one_of(
        st.builds(ast.If, tuples(st.tuples(formulas, block), 1, 2), st.none() | block),
        st.builds(ast.While, st.none() | names, formulas, tuples(annotations, 0, 2), block),
        st.builds(ast.For, st.none() | names, names, formulas, formulas, tuples(annotations, 0, 2), block),
        st.builds(ast.Joint, st.none() | names, block, st.none() | couples),
    )


statements = opaque(st.recursive(simple_statements, _statements, max_leaves=5))
programs = st.builds(
    ast.Program,
    names,
    tuples(st.builds(ast.Parameter, names, st.sampled_from([None, "private", "public"]), types(formulas))),
    st.none() | types(formulas),
    tuples(st.builds(ast.Requires, formulas), 0, 2),
    st.builds(ast.Block, tuples(statements, 0, 4)),
)
options = st.one_of(
    st.builds(ast.Pointwise, names),
    st.builds(ast.Pointwise, names, arguments),
    st.builds(ast.Pointwise, names, st.none(), formulas),
    st.builds(ast.Proof, tuples(st.builds(ast.ProofStep, st.none() | names, couples | annotations))),
    st.builds(
        ast.Check,
        tuples(
            st.builds(ast.CheckItem, formulas, st.just("in"), arguments)
            | st.builds(ast.CheckItem, formulas, st.just("="), formulas)
        ),
    ),
    st.sampled_from(["proved", "refuted", "unknown"]).map(ast.Expect),
    st.just(ast.Assume()),
    st.builds(ast.Composed, names, tuples(formulas, least=1)),
    st.builds(ast.From, names, st.none() | formulas),
    st.builds(ast.From, names, st.none(), formulas),
    st.builds(ast.Chain, names, names, st.none() | tuples(st.builds(ast.Between, names, formulas))),
)
claims = st.one_of(
    st.builds(
        ast.Quadruple,
        names,
        names,
        names,
        formulas,
        formulas,
        st.none() | st.builds(ast.Within, formulas, st.none() | formulas),
        tuples(options),
    ),
    st.builds(
        ast.Satisfies, names, names, st.builds(ast.Notion, names, tuples(formulas, 0, 2)), formulas, tuples(options)
    ),
)


TREES: dict[str, ast.File] = {}


def _remembered(tree: ast.File) -> str:
    """The text of a tree, which hypothesis can show at once; the tree is looked up by it."""
    text = print_file(tree)
    TREES[text] = tree
    return text


files = opaque(st.builds(ast.File, tuples(opaque(programs) | opaque(claims)))).map(_remembered)
