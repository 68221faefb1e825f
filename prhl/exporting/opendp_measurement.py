"""A program as a measurement of OpenDP: domain, metric, measure and privacy map as its claim states them.

The map knows what the claim says and what follows from it: 0 at distance 0, the budget up to the distance of the claim,
and beyond that group privacy if inputs further apart are joined by steps of the claim, else a refusal. Numbers go to
OpenDP as floats, which are rounded up. Positions count: of OpenDP's distances between lists only those will do to which
two orders of the same entries are apart: `hamming_distance`, and no `change_one_distance`.
"""

from fractions import Fraction

from prhl.exporting import release_helpers as helpers
from prhl.exporting.group_steps import joined
from prhl.exporting.python_program import INDENT, ProgramWriter, annotation
from prhl.exporting.python_terms import NEG, NotExported, Writer
from prhl.logic.build import number
from prhl.logic.constants import constant
from prhl.logic.show import show
from prhl.logic.terms import Related, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, List, Type
from prhl.semantics.instances import bounds, entry_bounds
from prhl.typed.core import Parameter, TypedClaim, TypedProgram

MEASURES = {
    ("dp", 1): "dp.max_divergence()",
    ("dp", 2): "dp.approximate(dp.max_divergence())",
    ("zcdp", 1): "dp.zero_concentrated_divergence()",
}
ATOMS = {BOOL: "bool", INT: "int", REAL: "float"}
INSIDE = {"size", "released", "privacy_map", "d_in"}  # what the text of `maker` calls its own


def maker(program: TypedProgram, claim: TypedClaim, module: ProgramWriter) -> str:
    """`make_noisy_sum(n, eps)`: the public parameters in, the measurement out."""
    writer = Writer(module.taken | INSIDE)
    secret = _secret(program)
    name = module.names[program.name]
    public = [p for p in program.parameters if not p.private]
    measure = MEASURES.get((claim.notion.name, len(claim.budget)))
    if measure is None:
        raise NotExported(f"OpenDP has no measure for `{claim.notion.name}`", "claim dp or zcdp", claim.span)
    domain, metric, most, sized = _space(program, claim, secret)
    given = [
        *(["size: int"] if sized else []),
        *[f"{writer.name(p.name)}: {annotation(p.type, given=True)}" for p in public],
    ]
    lines = [
        f"def make_{name}({', '.join(given)}) -> Any:",
        f'{INDENT}"""The measurement, with what `{claim.name}` claims."""',
    ]
    for p in public:
        lines.append(
            f'{INDENT}{writer.name(p.name)} = {module.check(writer, p.type)}({writer.name(p.name)}, "{p.name}")'
        )
    data = writer.name(secret.name)
    exact = _exactly(secret.type, data)
    passed = ", ".join(
        [f"{writer.name(p.name)}={exact if p.private else writer.name(p.name)}" for p in program.parameters]
    )
    nothing = "(0.0, 0.0)" if len(claim.budget) == 2 else "0.0"
    lines += [
        "",
        f"{INDENT}def released({data}: Any) -> Any:",
        f"{INDENT * 2}return {name}({passed})",
        "",
        f"{INDENT}def privacy_map(d_in: Any) -> Any:",
        f"{INDENT * 2}if d_in == 0:",
        f"{INDENT * 3}return {nothing}",
        *[INDENT * 2 + line for line in _charged(writer, program, claim, most)],
        "",
        f'{INDENT}dp.enable_features("contrib", "honest-but-curious")',
        f"{INDENT}return dp.m.make_user_measurement(",
        f"{INDENT * 2}input_domain={domain},",
        f"{INDENT * 2}input_metric={metric},",
        f"{INDENT * 2}output_measure={measure},",
        f"{INDENT * 2}function=released,",
        f"{INDENT * 2}privacy_map=privacy_map,",
        f"{INDENT})",
    ]
    module.used += writer.used
    return "\n".join(lines)


def _secret(program: TypedProgram) -> Parameter:
    private = [p for p in program.parameters if p.private]
    if len(private) != 1:
        raise NotExported("a measurement has one private input", "make a list of them", program.span)
    return private[0]


def _charged(writer: Writer, program: TypedProgram, claim: TypedClaim, most: Term) -> list[str]:
    """The end of the map: what is charged at a distance that is not 0."""
    up, distance, secret = writer.use(helpers.rounded_up), writer.text(most), _secret(program)
    budget = [writer.text(part, NEG) for part in claim.budget]
    assert isinstance(claim.relation, Related)
    if claim.relation.relation == "any" or not joined(program, secret, claim.relation):
        charged = ", ".join([f"{up}({part})" for part in budget])
        refusal = f'raise ValueError("the claim speaks of inputs at distance {show(most)} at most")'
        return [
            f"if d_in > {distance}:",
            INDENT + refusal,
            f"return {charged}" if len(budget) == 1 else f"return ({charged})",
        ]
    many = f"{writer.use(helpers.steps)}(d_in, {distance}, {secret.type in (INT, List(INT))})"
    if len(budget) == 2:
        delta = f"{writer.use(helpers.group_delta)}({many}, {', '.join(budget)})"
        return [f"return ({up}({many} * {budget[0]}), {delta})"]
    grown = claim.notion.grown(number(1))
    assert grown is not None, "OpenDP has a measure for it"
    _, power = grown  # of the steps: `k` or `k^2`
    return [f"return {up}({power.replace('^', ' ** ').replace('k', many)} * {budget[0]})"]


def _exactly(type_: Type, name: str) -> str:
    """Floats as the rationals that they are; their own domain has no other."""
    if type_ == REAL:
        return f"Fraction({name})"
    return f"[Fraction(one) for one in {name}]" if type_ == List(REAL) else name


def _space(program: TypedProgram, claim: TypedClaim, secret: Parameter) -> tuple[str, str, Term, bool]:
    """Domain, metric, the distance that the claim speaks of, and whether the length of the list is fixed."""
    relation = claim.relation
    if not isinstance(relation, Related) or (relation.relation != "any" and relation.left is None):
        raise NotExported("only a ready-made relation by itself is a metric of OpenDP", "", claim.span)
    inner = secret.type.item if isinstance(secret.type, List) else secret.type
    atom = ATOMS.get(inner)  # type: ignore[arg-type]
    one, many = number(1), isinstance(secret.type, List)
    if atom is None:
        raise NotExported(f"`{secret.type}` is no domain of OpenDP here", "take bool, int, real or a list", claim.span)
    ends = _ends(program, secret)
    told = "" if ends is None else f"bounds=({ends[0]}, {ends[1]}), "
    plain = f"dp.atom_domain({told}T={atom}{', nan=False' if atom == 'float' else ''})"
    match relation.relation:
        case "any" if not many:
            return plain, "dp.discrete_distance()", one, False
        case "within" if not many and atom != "bool":
            return plain, f"dp.absolute_distance(T={atom})", _bound(relation), False
        case "all_within":
            return f"dp.vector_domain({plain})", f"dp.linf_distance(T={atom})", _bound(relation), False
        case "add_remove":
            return f"dp.vector_domain({plain})", "dp.insert_delete_distance()", one, False
        case "one_differs":
            _moves_no_further(secret, relation, ends)
            return f"dp.vector_domain({plain}, size=size)", "dp.hamming_distance()", one, True
        case other:
            raise NotExported(f"`{other}` of a `{secret.type}` is no metric of OpenDP", "", claim.span)


def _bound(relation: Related) -> Term:
    assert relation.bound is not None
    return relation.bound


def _ends(program: TypedProgram, secret: Parameter) -> tuple[int, int] | None:
    """Between which whole numbers `requires` holds the private number, or all entries of the private list."""
    many = isinstance(secret.type, List)
    low, high = (entry_bounds if many else bounds)(program, Variable(secret.name, 0, secret.type))
    whole = secret.type in (INT, List(INT))
    return (low, high) if whole and low is not None and high is not None else None


def _moves_no_further(secret: Parameter, relation: Related, ends: tuple[int, int] | None) -> None:
    """OpenDP's distance says nothing of how far an entry may move: `requires` must say that it moves no further."""
    if relation.bound is None:
        return
    most = constant(relation.bound)
    if ends is None or not isinstance(most, Fraction) or ends[1] - ends[0] > most:
        entries = (
            f"requires forall i. 0 <= i && i < size({secret.name}) ==> 0 <= {secret.name}[i] && {secret.name}[i] <= 1"
        )
        raise NotExported(
            f"one changed entry of `{secret.name}` may move by more than `{show(relation.bound)}` in OpenDP's domain",
            f"bound the entries, as in `{entries};`",
            relation.span,
        )
