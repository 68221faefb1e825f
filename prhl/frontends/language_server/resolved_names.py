"""What every name in a syntax tree stands for: where it is introduced, and all places where it is meant.

A name stands for a `Key`: a kind, the program that it belongs to, and its text. Where one place speaks of two programs
at once (`={x}` in a claim about A and B), what it stands for in either is one thing, so that it is renamed in both.
"""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal

from prhl.distributions import family_called
from prhl.logic.operators import FUNCTIONS
from prhl.notions import BY_NAME as NOTIONS
from prhl.records import dataclass
from prhl.source import Source, Span
from prhl.syntax import ast
from prhl.syntax.trees import binding, middle, sides
from prhl.typed.adjacency import RELATIONS
from prhl.typed.programs import all_statements
from prhl.typed.scope import GHOSTS

Kind = Literal["program", "claim", "variable", "label", "logical", "bound", "answer", "builtin"]
Key = tuple[Kind, str, str]
"""The kind, the program or place that it belongs to, and the name."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name at a place. `defines`: it is introduced there."""

    span: Span
    key: Key
    defines: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a file, in the order of the text."""

    all: tuple[Occurrence, ...]

    def at(self, offset: int) -> Occurrence | None:
        """The name at a place, or right before it."""
        inside = [one for one in self.all if one.span.start <= offset <= one.span.end]
        return max(inside, key=lambda one: one.span.start, default=None)

    def of(self, key: Key) -> list[Occurrence]:
        return [one for one in self.all if one.key == key]

    def definitions(self, key: Key) -> list[Occurrence]:
        return [one for one in self.of(key) if one.defines]


@dataclass(frozen=True, slots=True)
class _Scope:
    """Which programs the two runs are of, and what quantifiers bind."""

    left: str = ""
    right: str = ""
    bound: Mapping[str, Key] = field(default_factory=dict)
    between: str = ""  # the program in the middle of a chain
    runs: tuple[tuple[str, str], ...] = ()  # in a program: what the two runs are of, in each claim that speaks of it

    def programs(self, run: int) -> list[str]:
        """Those whose variables a name may stand for: unmarked, in run 1, in run 2."""
        left, right = zip(*self.runs or [(self.left, self.right)], strict=True)
        return [self.left, self.right] if run == 0 else [*left] if run == 1 else [*right]


_WORD = re.compile(r"\w+")


def names_of(source: Source, file: ast.File) -> Names:
    """Of a file that may have mistakes: what stands for nothing is left out."""
    return _Resolver(source, file).resolved()


class _Resolver:
    def __init__(self, source: Source, file: ast.File) -> None:
        self.text = source.text
        self.found: dict[Span, Occurrence] = {}
        self.same: dict[Key, Key] = {}
        self.items = file.items
        programs = [item for item in file.items if isinstance(item, ast.Program)]
        claims = [item for item in file.items if isinstance(item, ast.Quadruple | ast.Satisfies)]
        self.variables = {item.name.text: self.introduced(item) for item in programs}
        self.labels = {item.name.text: _labels(item) for item in programs}
        self.runs: dict[str, tuple[tuple[str, str], ...]] = {}
        for claim in claims:
            for name in dict.fromkeys(sides(claim)):
                self.runs[name] = (*self.runs.get(name, ()), sides(claim))
        self.answers = {item.name.text for item in file.items if isinstance(item, ast.Answer)}
        self.logical = {name.text for claim in claims for name in _bound_by(claim)}

    def introduced(self, program: ast.Program) -> dict[str, Span]:
        """The variables of a program and where each comes first."""
        first: dict[str, Span] = {}
        targets = [one.name for one in program.parameters]
        for statement in all_statements(program.body):
            match statement:
                case ast.Assign(target=name) | ast.Sample(target=name) | ast.For(variable=name):
                    targets.append(name)
                case _:
                    pass
        for name in targets:
            first.setdefault(name.text, name.span)
        return first

    def resolved(self) -> Names:
        for item in self.items:
            match item:
                case ast.Program():
                    self.program(item)
                case ast.Answer():
                    self.put(item.name.span, ("answer", "", item.name.text), True)
                    self.walk(item.value, _Scope())
                case _:
                    self.claim(item)
        found = [replace(one, key=self.root(one.key)) for one in self.found.values()]
        return Names(tuple(sorted(found, key=lambda one: (one.span.start, one.span.end))))

    # ---- keys --------------------------------------------------------------------------------

    def root(self, key: Key) -> Key:
        while key in self.same:
            key = self.same[key]
        return key

    def put(self, span: Span, key: Key, defines: bool = False) -> None:
        self.found[span] = Occurrence(span, key, defines)

    def put_any(self, span: Span, keys: list[Key], defines: bool = False) -> None:
        """One place that speaks of all of them."""
        roots = list(dict.fromkeys([self.root(key) for key in keys]))
        for other in roots[1:]:
            self.same[other] = roots[0]
        if roots:
            self.put(span, roots[0], defines)

    def variable(self, name: str, runs: tuple[int, ...], span: Span, scope: _Scope) -> None:
        """A run mark may follow the name; and a name may be written in another way, as ε for eps."""
        word = _WORD.match(self.text, span.start)
        place = span if word is None else Span(span.start, word.end())
        if name in scope.bound:
            self.put(place, scope.bound[name])
            return
        programs = [one for run in runs for one in scope.programs(run)]
        keys: list[Key] = [("variable", one, name) for one in programs if name in self.variables.get(one, {})]
        if keys:
            self.put_any(place, keys, any([self.variables[one][name] == place for _, one, _ in keys]))
        elif 0 in runs and name in self.logical and scope.left:
            self.put(place, ("logical", "", name))
        elif name in self.answers:
            self.put(place, ("answer", "", name))
        elif name in (*GHOSTS, "res", "any"):
            self.put(place, ("builtin", "", name))

    # ---- items -------------------------------------------------------------------------------

    def program(self, item: ast.Program) -> None:
        name = item.name.text
        self.put(item.name.span, ("program", "", name), True)
        scope = _Scope(name, name, runs=self.runs.get(name, ()))
        for parameter in item.parameters:
            self.variable(parameter.name.text, (0,), parameter.name.span, scope)
            self.walk(parameter.type, scope)
        for part in (item.result, *item.requires, item.body):
            self.walk(part, scope)

    def claim(self, item: ast.Claim) -> None:
        self.put(item.name.span, ("claim", "", item.name.text), True)
        sides = (item.program,) if isinstance(item, ast.Satisfies) else (item.left, item.right)
        for side in sides:
            self.program_name(side)
        scope = _Scope(sides[0].text, sides[-1].text)
        for name in _bound_by(item):
            self.put(name.span, ("logical", "", name.text), True)
            scope = replace(scope, bound={**scope.bound, name.text: ("logical", "", name.text)})
        if isinstance(item, ast.Satisfies):
            self.put(item.notion.name.span, ("builtin", "", item.notion.name.text))
            self.walk((item.notion.arguments, item.relation, item.options), scope)
        else:
            self.walk((item.pre, item.post, item.within, item.options), scope)

    def program_name(self, name: ast.Name) -> None:
        if name.text in self.variables:
            self.put(name.span, ("program", "", name.text))

    def claim_name(self, name: ast.Name) -> None:
        if any([isinstance(i, ast.Quadruple | ast.Satisfies) and i.name.text == name.text for i in self.items]):
            self.put(name.span, ("claim", "", name.text))

    def between(self, first: ast.Name, second: ast.Name, scope: _Scope) -> str:
        """The program in which the claims of a chain meet."""
        claims = [one for one in self.items if isinstance(one, ast.Quadruple | ast.Satisfies)]
        about = {one.name.text: sides(one) for one in claims}
        if first.text not in about or second.text not in about:
            return ""
        met = middle((scope.left, scope.right), about[first.text], about[second.text])
        return "" if met is None else met[0]

    # ---- everything below --------------------------------------------------------------------

    def walk(self, node: Any, scope: _Scope) -> None:
        match node:
            case tuple():
                for one in node:
                    self.walk(one, scope)
                return
            case ast.Variable(name, run, span):
                self.variable(name, (run,), span, scope)
                return
            case ast.Same(names):
                for one in names:
                    self.variable(one.text, (1, 2), one.span, scope)
                return
            case ast.Quantifier(_, binders, body):
                for binder in binders:
                    self.walk(binder.type, scope)
                    scope = replace(scope, bound={**scope.bound, binder.name.text: self.binder(binder.name)})
                self.walk(body, scope)
                return
            case ast.Comprehension(function, value, elements):
                if function is not None:
                    self.called(function, scope)
                self.walk(elements.items, scope)
                own = self.binder(elements.name)
                scope = replace(scope, bound={**scope.bound, elements.name.text: own})
                self.walk((value, elements.guard), scope)
                return
            case ast.Call(function, arguments):
                self.called(function, scope)
                self.walk(arguments, scope)
                return
            case ast.Assign(target=name) | ast.For(variable=name):
                self.variable(name.text, (0,), name.span, scope)
            case ast.Sample(target=name):
                self.variable(name.text, (0,), name.span, scope)
            case ast.CoupleMap(target, run):
                # in a program it is what is drawn right there, whatever the other program draws
                self.variable(target.text, (0,) if scope.runs else (run,), target.span, scope)
            case ast.CoupleBy(claim):
                self.claim_name(claim)
            case ast.From(claim=claim):
                self.claim_name(claim)
            case ast.Chain(first, second):
                self.claim_name(first)
                self.claim_name(second)
                scope = replace(scope, between=self.between(first, second, scope))
            case ast.Between(name):
                self.variable(name.text, (0,), name.span, _Scope(scope.between, scope.between))
            case ast.Composed(theorem=name):
                self.put(name.span, ("builtin", "", name.text))
            case _:
                pass
        label = getattr(node, "label", None)
        if isinstance(label, ast.Name):
            keys: list[Key] = [
                ("label", p, label.text) for p in (scope.left, scope.right) if label.text in self.labels.get(p, ())
            ]
            self.put_any(label.span, keys, not isinstance(node, ast.ProofStep))
        if dataclasses.is_dataclass(node):
            for one in dataclasses.fields(node):
                self.walk(getattr(node, one.name), scope)

    def binder(self, name: ast.Name) -> Key:
        """What a quantifier binds: a name of its own, unless the claim binds it for all its annotations."""
        if name.span not in self.found:
            self.put(name.span, ("bound", str(name.span.start), name.text), True)
        return self.found[name.span].key

    def called(self, name: ast.Name, scope: _Scope) -> None:
        if name.text in self.variables.get(scope.left, {}):  # a function that is a parameter
            self.variable(name.text, (0,), name.span, scope)
        elif name.text in self.variables:
            self.put(name.span, ("program", "", name.text))
        elif name.text in FUNCTIONS or name.text in RELATIONS or name.text in NOTIONS or family_called(name.text):
            self.put(name.span, ("builtin", "", name.text))


def _labels(program: ast.Program) -> set[str]:
    found = [getattr(statement, "label", None) for statement in all_statements(program.body)]
    return {label.text for label in found if label is not None}


def _bound_by(claim: ast.Claim) -> list[ast.Name]:
    """`at k`, `exists` at the top of the relation through conjunctions, and `pointwise o`."""
    found: list[ast.Name] = []
    for node in binding(claim.relation if isinstance(claim, ast.Satisfies) else claim.pre):
        found += (
            [one.name for one in node.binders] if isinstance(node, ast.Quantifier) else [node.at] if node.at else []
        )
    return found + [option.name for option in claim.options if isinstance(option, ast.Pointwise)]
