"""Claims: what they relate, what they bind, and what the programs' annotations mean under each of them.

An annotation is read once for each claim on its program. What no claim can read is an error; what only this
claim cannot read is kept as a lack, and the claim ends as `unknown`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from prhl.diagnostics import Diagnostic, Related, counted, did_you_mean, shorten, written_calls
from prhl.logic.constants import undefined
from prhl.logic.terms import Hole, Logical, Set, Term, Variable
from prhl.logic.types import INT, REAL, UNKNOWN, Bits, Function, List, Tuple, Type, is_countable, join
from prhl.notions import BY_NAME, NOTIONS, WITHIN, Notion
from prhl.records import dataclass
from prhl.source import Span
from prhl.syntax import ast
from prhl.syntax.trees import binding, sides
from prhl.typed import core
from prhl.typed.composing import composed
from prhl.typed.expressions import Elaborator, Report
from prhl.typed.following import following
from prhl.typed.inference import mentioned
from prhl.typed.samplings import set_of
from prhl.typed.scope import GHOSTS, Scope


@dataclass(frozen=True, slots=True)
class Names:
    """What a claim binds for its annotations."""

    logical: Mapping[str, Type]
    terms: tuple[Logical, ...]
    spans: frozenset[Span]  # the `at`s and `exists`s that do it


class ClaimChecker:
    """One claim against its programs."""

    def __init__(
        self,
        claim: ast.Claim,
        programs: Mapping[str, core.TypedProgram],
        claims: Mapping[str, ast.Claim],
        report: Report,
    ) -> None:
        self.claim = claim
        self.claims = claims
        self.programs = programs
        self.report = report
        self.elaborate = Elaborator(report)
        self.private_form = isinstance(claim, ast.Satisfies)
        left = claim.program if isinstance(claim, ast.Satisfies) else claim.left
        right = claim.program if isinstance(claim, ast.Satisfies) else claim.right
        self.left, self.right = programs[left.text], programs[right.text]
        self.bare = self.bare_names()
        self.names = self.bound_names()
        self.elaborate.naming = set(self.names.spans)

    def error(self, code: str, span: Span, message: str, hint: str = "") -> Hole:
        return self.elaborate.error(code, span, message, hint)

    # ---- names -------------------------------------------------------------------------------

    def bare_names(self) -> dict[str, Type]:
        """The parameters that may stand without a run mark.

        In the privacy form these are the public ones. In a quadruple all that both programs have may: that the
        precondition makes them equal is owed by whoever proves the claim.
        """
        left = {p.name: p for p in self.left.parameters}
        right = {p.name: p for p in self.right.parameters}
        bare: dict[str, Type] = {}
        for name, parameter in left.items():
            if self.private_form and parameter.private:
                continue
            type_ = join(parameter.type, right[name].type) if name in right else None
            if type_ is not None:
                bare[name] = type_
        return bare

    def relation_node(self) -> ast.Formula:
        return self.claim.relation if isinstance(self.claim, ast.Satisfies) else self.claim.pre

    def bound_names(self) -> Names:
        """`at k`, and the `exists` at the top of the relation, through conjunctions."""
        found: list[tuple[ast.Name, Type]] = []
        spans: set[Span] = set()
        scope = self.input_scope({})
        for node in binding(self.relation_node()):
            spans.add(node.span)
            if isinstance(node, ast.Quantifier):
                types = Elaborator(lambda _: None).binders(node, scope)
                found += [(b.name, types[b.name.text]) for b in node.binders]
            elif node.at is not None:
                found.append((node.at, INT))
        pointwise = self.option(ast.Pointwise)
        logical: dict[str, Type] = {}
        terms: list[Logical] = []
        for name, type_ in found:
            self.bind(name, logical)
            logical[name.text] = type_
            terms.append(Logical(name.text, type_, name.span))
        if isinstance(pointwise, ast.Pointwise):
            type_ = self.output_type(pointwise)
            self.bind(pointwise.name, logical)
            logical[pointwise.name.text] = type_
            terms.append(Logical(pointwise.name.text, type_, pointwise.name.span))
        return Names(logical, tuple(terms), frozenset(spans))

    def bind(self, name: ast.Name, taken: Mapping[str, Type]) -> None:
        if name.text in taken:
            self.error(
                "duplicate-name", name.span, f"`{name.text}` is bound twice in this claim", "choose another name"
            )
        elif name.text in self.bare:
            self.error(
                "name-taken",
                name.span,
                f"`{name.text}` is a parameter that stands without a mark",
                "choose another name",
            )
        elif name.text in (*GHOSTS, "res"):
            self.error("name-taken", name.span, f"`{name.text}` is a ghost", "choose another name")

    def output_type(self, pointwise: ast.Pointwise) -> Type:
        silent = next((p for p in (self.left, self.right) if p.result_type is None), None)
        if silent is not None and (pointwise.equals is None or not self.private_form):
            self.error("no-result", pointwise.span, f"`{silent.name}` returns nothing to go by")
            return UNKNOWN
        if pointwise.equals is None:
            type_ = self.left.result_type or UNKNOWN
            if join(type_, self.right.result_type or UNKNOWN) is None:
                message = f"`{self.left.name}` and `{self.right.name}` return values of different types"
                self.error("type-mismatch", pointwise.span, message)
        else:
            quiet = Elaborator(lambda _: None)
            type_ = quiet.term(pointwise.equals, self.final_scope(self.left)).type
        if not is_countable(type_):
            self.error(
                "pointwise-real",
                pointwise.span,
                f"one output at a time works for countable types only, not for {type_}",
                "prove equality of the results instead, or `pointwise o = e` with a countable e",
            )
        return type_

    def option(self, kind: type) -> ast.Option | None:
        return next((o for o in self.claim.options if isinstance(o, kind)), None)

    # ---- scopes ------------------------------------------------------------------------------

    def input_scope(self, logical: Mapping[str, Type]) -> Scope:
        """For relations and preconditions: the inputs of both runs."""
        return Scope(
            "a relation between inputs",
            left={p.name: p.type for p in self.left.parameters},
            right={p.name: p.type for p in self.right.parameters},
            bare=self.bare,
            logical=logical,
            relational=True,
            formula=True,
        )

    def relational_scope(self, what: str, left: frozenset[str] | None, right: frozenset[str] | None) -> Scope:
        """For annotations: the variables of both runs where the locals in `left` and `right` have values."""
        return Scope(
            what,
            left=self.left.types,
            right=self.right.types,
            bare=self.bare,
            logical=self.names.logical,
            locals={*self.left.locals, *self.right.locals},
            assigned_left=None if left is None else left | {p.name for p in self.left.parameters},
            assigned_right=None if right is None else right | {p.name for p in self.right.parameters},
            relational=True,
            formula=True,
        )

    def post_scope(self) -> Scope:
        scope = self.relational_scope("a postcondition", self.left.assigned, self.right.assigned)
        return replace(
            scope, logical={}, results=True, result_left=self.left.result_type, result_right=self.right.result_type
        )

    def final_scope(self, program: core.TypedProgram) -> Scope:
        """For `pointwise o = e`: the final state of one run, with `res`."""
        left = dict(program.types)
        if program.result_type is not None:
            left["res"] = program.result_type
        return Scope(
            "the output of `pointwise`",
            left=left,
            locals=program.locals.keys(),
            assigned_left=program.assigned,
        )

    def budget_scope(self) -> Scope:
        if self.private_form:
            return Scope("a budget", left=self.bare)
        return replace(self.input_scope({}), what="a budget", formula=False)

    # ---- the claim ---------------------------------------------------------------------------

    def check(
        self, lacks: Sequence[core.Lack], annotations: Mapping[tuple[str, int], core.Annotation]
    ) -> core.TypedClaim:
        """The claim itself; its annotations were resolved with those of the other claims."""
        self.options_once()
        claim = self.claim
        pointwise = self.option(ast.Pointwise)
        output = pointwise.name.text if isinstance(pointwise, ast.Pointwise) else None
        named = {name: type_ for name, type_ in self.names.logical.items() if name != output}
        relation = self.elaborate.formula(self.relation_node(), self.input_scope(named), "a relation")
        post = None
        notion: Notion = WITHIN
        budget: tuple[Term, ...] = ()
        if isinstance(claim, ast.Quadruple):
            post = self.elaborate.formula(claim.post, self.post_scope(), "a postcondition")
            if claim.within is not None:
                parts = [claim.within.epsilon, claim.within.delta or ast.Number("0", claim.within.span)]
                budget = tuple([self.budget(part) for part in parts])
        else:
            notion = BY_NAME.get(claim.notion.name.text, WITHIN)
            budget = self.notion(claim.notion)
        expect = self.option(ast.Expect)
        return core.TypedClaim(
            claim.name.text,
            self.left.name,
            self.right.name,
            relation,
            post,
            notion,
            budget,
            self.names.terms,
            self.pointwise(),
            annotations,
            tuple(lacks),
            tuple([self.check_option(o) for o in claim.options if isinstance(o, ast.Check)]),
            expect.verdict if isinstance(expect, ast.Expect) else "proved",
            self.option(ast.Assume) is not None,
            claim.span,
            following(self),
            composed(self),
        )

    def options_once(self) -> None:
        once = (ast.Pointwise, "pointwise"), (ast.Expect, "expect"), (ast.Assume, "assume"), (ast.Composed, "composed")
        for kind, word in (*once, (ast.From | ast.Chain, "from")):
            found = [o for o in self.claim.options if isinstance(o, kind)]
            if len(found) > 1:
                self.report(
                    Diagnostic(
                        "duplicate-option",
                        found[1].span,
                        f"a claim has one `{word}`",
                        "remove one of them",
                        related=(Related(found[0].span, "the first"),),
                    )
                )

    def budget(self, node: ast.Formula) -> Term:
        if isinstance(ast.strip(node), ast.Hole):
            return self.error(
                "hole-not-here", node.span, "a budget cannot be a hole", "write the epsilon that you claim"
            )
        private = {p.name for p in self.left.parameters if p.private} if self.private_form else set()
        for name in sorted(mentioned(node) & private):
            return self.error(
                "private-in-budget",
                node.span,
                f"a budget speaks of public parameters; `{name}` is private",
                "for the length of a private list add a public `n` and `requires size(d) = n;`",
            )
        term = self.elaborate.expect(self.elaborate.term(node, self.budget_scope()), REAL, "a budget")
        for part, code, message in undefined(term):
            self.error(code, part.span, message)
        return term

    def notion(self, node: ast.Notion) -> tuple[Term, ...]:
        name = node.name.text
        known = BY_NAME.get(name)
        if known is None:
            hint = did_you_mean(name, BY_NAME, f"the notions are {', '.join([n.name for n in NOTIONS])}")
            self.error("unknown-notion", node.name.span, f"there is no notion `{name}`", hint)
            return ()
        given = len(node.arguments)
        if not known.least <= given <= len(known.parameters):
            shown = written_calls(name, known.parameters, known.least)
            self.error("wrong-arity", node.span, f"`{name}` is given {counted(given, 'argument')}", f"write {shown}")
            return ()
        terms = tuple([self.budget(argument) for argument in node.arguments])
        for mistake in known.mistakes(terms):
            self.error(mistake.code, node.arguments[mistake.part].span, mistake.message, mistake.hint)
        return terms

    def pointwise(self) -> core.Pointwise | None:
        option = self.option(ast.Pointwise)
        if not isinstance(option, ast.Pointwise) or option.name.text not in self.names.logical:
            return None
        type_ = self.names.logical[option.name.text]
        region = None
        if option.region is not None:
            scope = Scope("the region of `pointwise`", left=self.bare)
            region = set_of(self.elaborate, option.region, scope, type_)
        equals = None
        if option.equals is not None:
            left = self.elaborate.term(option.equals, self.final_scope(self.left))
            right = (
                left if self.left is self.right else self.elaborate.term(option.equals, self.final_scope(self.right))
            )
            equals = (left, right)
        return core.Pointwise(Logical(option.name.text, type_, option.name.span), region, equals, option.span)

    # ---- checks ------------------------------------------------------------------------------

    def check_option(self, node: ast.Check) -> core.Check:
        items: list[core.CheckItem] = []
        seen: dict[tuple[str, tuple[str | int, ...]], Span] = {}
        for item in node.items:
            checked = self.check_item(item)
            if checked is None:
                continue
            key = (checked.parameter, checked.path)
            if key in seen:
                self.error("duplicate-name", item.span, "this is stated twice in one `check`", "use several `check`s")
            seen[key] = item.span
            items.append(checked)
        return core.Check(tuple(items), node.span)

    def check_item(self, node: ast.CheckItem) -> core.CheckItem | None:
        found = self.check_target(ast.strip(node.target))
        if found is None:
            return None
        name, path, type_ = found
        scope = Scope("a `check`", left=self.bare)
        values: Set | tuple[Term] | None
        if node.relation == "in":
            values = set_of(self.elaborate, node.value, scope, type_)
        elif isinstance(node.value, ast.SetOf | ast.Range):
            values = None
            self.error("set-as-value", node.value.span, "after `=` stands one value", "write `in` for a set")
        else:
            values = (self.elaborate.expect(self.elaborate.term(node.value, scope), type_, "this value"),)
        return None if values is None else core.CheckItem(name, path, values, node.span)

    def check_target(self, node: ast.Formula) -> tuple[str, tuple[core.Step, ...], Type] | None:
        match node:
            case ast.Variable(name, 0):
                return self.check_parameter(name, node.span)
            case ast.Call(ast.Name("size"), (argument,)) if not isinstance(argument, ast.SetOf | ast.Range):
                found = self.check_target(ast.strip(argument))
                if found is None:
                    return None
                name, path, type_ = found
                if not isinstance(type_, List):
                    self.error("type-mismatch", node.span, f"`size` is for lists, not for {type_}")
                    return None
                return name, (*path, "size"), INT
            case ast.Access(base, steps):
                found = self.check_target(ast.strip(base))
                for step in steps:
                    if found is None:
                        return None
                    found = self.check_step(*found, step)
                return found
            case _:
                self.error(
                    "check-target",
                    node.span,
                    "a `check` speaks of parameters",
                    "write `x in ...`, `size(d) = ...` or `d[_] in ...`, without run marks",
                )
                return None

    def check_parameter(self, name: str, span: Span) -> tuple[str, tuple[core.Step, ...], Type] | None:
        types = {p.name: p.type for p in (*self.right.parameters, *self.left.parameters)}
        if name not in types:
            hint = did_you_mean(name, types, f"it has {shorten(', '.join(types))}" if types else "it has none")
            self.error("unknown-name", span, f"`{name}` is not a parameter of the program", hint)
            return None
        if isinstance(types[name], Function):
            self.error(
                "check-target", span, "functions cannot be enumerated", "check a program with a concrete function"
            )
            return None
        return name, (), types[name]

    def check_step(
        self, name: str, path: tuple[core.Step, ...], type_: Type, step: ast.Index | ast.Field
    ) -> tuple[str, tuple[core.Step, ...], Type] | None:
        match step, type_:
            case ast.Field(position), Tuple(items) if position < len(items):
                return name, (*path, position), items[position]
            case ast.Index(ast.Variable("_", 0)), List(item):
                return name, (*path, "each"), item
            case ast.Index(), Bits():
                self.error(
                    "check-target",
                    step.span,
                    "bits are named as a whole",
                    "write `b in {0b01, 0b10}` or `b in bits(n)`",
                )
            case ast.Index(ast.Number(text)), List(item) if text.isdigit() and len(text) <= 6:
                return name, (*path, int(text)), item
            case ast.Index(), List():
                self.error(
                    "check-target", step.span, "a `check` names positions one by one or all", "write `[_]` or `[0]`"
                )
            case _:
                self.error("type-mismatch", step.span, f"{type_} has no such part")
        return None

    # ---- annotations under this claim --------------------------------------------------------

    def annotation(self, program: core.TypedProgram, site: core.Site, given: "Given") -> core.Annotation:
        """What the claim says at a site; mistakes go to the report of this checker."""
        here = site.assigned
        left = here if program is self.left else None
        right = here if program is self.right else None
        couple = None if given.couple is None else self.couple(given.couple, site, left, right)
        scope = replace(self.relational_scope("an invariant", left, right), ghosts=True)
        invariants = [
            self.elaborate.formula(i.formula, _whole(scope, i.formula), "an invariant") for i in given.invariants
        ]
        variants = [self.variant(program, site, v) for v in given.variants]
        turn = self.relational_scope("a line about one run alone", left, right)
        alone = [(a.run, self.elaborate.formula(a.formula, turn, "a condition")) for a in given.alone]
        formula = None
        if site.formula is not None:
            cut = replace(self.relational_scope("an assertion", left, right), ghosts=True)
            formula = self.elaborate.formula(site.formula, cut, "an assertion")
        return core.Annotation(couple, tuple(invariants), tuple(variants), formula, tuple(alone))

    def variant(self, program: core.TypedProgram, site: core.Site, node: ast.Decreases) -> Term:
        scope = Scope("a variant", left=program.types, locals=program.locals.keys(), assigned_left=site.assigned)
        return self.elaborate.expect(self.elaborate.term(node.variant, scope), INT, "a variant")

    def couple(
        self, node: ast.Couple, site: core.Site, left: frozenset[str] | None, right: frozenset[str] | None
    ) -> core.Couple:
        match node:
            case ast.CoupleHole(cost, slack):
                self.price(slack, "a slack", site, left, right)
                return core.CoupleHole(self.price(cost, "a cost", site, left, right), node.span)
            case ast.CoupleNone():
                return core.CoupleNone(node.span)
            case ast.CoupleBy(claim):
                self.cited(claim, site)
                return core.CoupleBy(claim.text, node.span)
            case ast.CoupleMap():
                return self.couple_map(node, site, left, right)
            case _:
                assert_never(node)

    def cited(self, name: ast.Name, site: core.Site) -> None:
        if site.kind != "call":
            self.error(
                "couple-by-claim",
                name.span,
                "only calls of programs are coupled by a claim",
                "write `couple x{2} = ...`",
            )
            return
        claim = self.claims.get(name.text)
        if claim is None:
            self.error(
                "unknown-claim", name.span, f"there is no claim `{name.text}`", did_you_mean(name.text, self.claims)
            )
            return
        if site.callee not in sides(claim):
            self.error("wrong-claim", name.span, f"`{name.text}` is not about `{site.callee}`, which is called here")

    def couple_map(
        self, node: ast.CoupleMap, site: core.Site, left: frozenset[str] | None, right: frozenset[str] | None
    ) -> core.Couple:
        if site.kind == "joint":
            return self.couple_joint(node, site, left, right)
        target, _ = self.drawn(site, 2)
        if node.target.text != target or node.run != 2:
            hint = f"write `couple {target}{{2}} = ...`"
            self.error("couple-target", node.target.span, "a coupling says what run 2 draws here", hint)
            return core.CoupleHole(None, node.span)
        scope = self.drawing(_whole(self.relational_scope("a coupling", left, right), node.image), site)
        cost = self.price(node.cost, "a cost", site, left, right)
        slack = self.price(node.slack, "a slack", site, left, right)
        image = self.elaborate.term(node.image, scope)
        if isinstance(image, Hole):
            return core.CoupleHole(cost, node.span)
        if site.kind == "call" and not self.equality(node, image, site):
            message = "a call is coupled by a claim about the program, or by equality of the results, at no price"
            hint = f"write `couple by CLAIM`, or `couple {target}{{2}} = {self.drawn(site, 1)[0]}{{1}}` alone"
            self.error("couple-by-claim", node.span, message, hint)
            return core.CoupleHole(None, node.span)
        _, wanted = self.drawn(site, 2)
        if not (wanted == INT and image.type == REAL):  # then that the value is an integer is an obligation
            image = self.elaborate.expect(image, wanted, "the image of the coupling")
        return core.CoupleMap(image, cost, node.span, slack, self.excepted(node, site, left, right))

    def equality(self, node: ast.CoupleMap, image: Term, site: core.Site) -> bool:
        """That run 2 has what run 1 has, and nothing is said of a price."""
        priced = node.cost is not None or node.slack is not None or node.excepted is not None
        return not priced and isinstance(image, Variable) and (image.name, image.run) == (self.drawn(site, 1)[0], 1)

    def excepted(
        self, node: ast.CoupleMap, site: core.Site, left: frozenset[str] | None, right: frozenset[str] | None
    ) -> Term | None:
        """What stands after `except`: a condition on what run 1 draws and on the state before."""
        if node.excepted is None:
            return None
        scope = self.drawing(self.relational_scope("a condition after `except`", left, right), site)
        return self.elaborate.formula(node.excepted, replace(scope, holes=False), "a condition after `except`")

    def couple_joint(
        self, node: ast.CoupleMap, site: core.Site, left: frozenset[str] | None, right: frozenset[str] | None
    ) -> core.Couple:
        """A joint block is coupled by equality of one variable that it computes."""
        name = node.target.text
        if node.run != 2:
            hint = f"write `couple {name}{{2}} = {name}{{1}}`"
            self.error("couple-target", node.target.span, "a coupling says what run 2 has here", hint)
            return core.CoupleHole(None, node.span)
        if name not in site.computed:
            message = f"`{name}` is not assigned in this block"
            self.error("joint-target", node.target.span, message, "couple what the block computes")
            return core.CoupleHole(None, node.span)
        if node.excepted is not None:
            message = "`except` speaks of what is drawn, and a joint block is one step with many draws"
            hint = "leave `except` out: its `slack` says how much is lost"
            self.error("joint-couple", node.excepted.span, message, hint)
        scope = replace(self.relational_scope("a coupling", None, None), holes=False)
        cost = self.price(node.cost, "a cost", site, left, right)
        slack = self.price(node.slack, "a slack", site, left, right)
        if isinstance(ast.strip(node.image), ast.Hole):
            return core.CoupleHole(cost, node.span)
        image = self.elaborate.term(node.image, scope)
        equal = isinstance(image, Variable) and (image.name, image.run) == (name, 1)
        if not equal and not isinstance(image, Hole):
            hint = f"write `couple {name}{{2}} = {name}{{1}}`"
            self.error("joint-couple", node.image.span, "a joint block is coupled by equality", hint)
        return core.CoupleMap(image, cost, node.span, slack)

    def drawn(self, site: core.Site, run: int) -> tuple[str, Type]:
        """The variable that is drawn in a run and its type; two programs meet at the sampling of the same label."""
        program = self.left if run == 1 else self.right
        found = site
        if self.left is not self.right and site.label is not None:
            found = next((s for s in program.sites if s.label == site.label and s.kind == site.kind), site)
        return found.target or "", found.target_type or UNKNOWN

    def price(
        self,
        node: ast.Formula | None,
        what: str,
        site: core.Site,
        left: frozenset[str] | None,
        right: frozenset[str] | None,
    ) -> Term | None:
        """What a `cost` or a `slack` states."""
        if node is None:
            return None
        scope = self.drawing(_whole(self.relational_scope(what, left, right), node), site)
        return self.elaborate.expect(self.elaborate.term(node, scope), REAL, what)

    def drawing(self, scope: Scope, site: core.Site) -> Scope:
        """The scope with what is drawn at the site in place of older values: x{1} may be named, x{2} may not."""
        if site.kind not in ("sample", "call"):
            return scope
        (first, type_), (second, _) = self.drawn(site, 1), self.drawn(site, 2)
        return replace(scope, sampled=first, sampled_right=second, left={**scope.left, first: type_})


def _whole(scope: Scope, node: ast.Formula) -> Scope:
    """The scope, in which a hole may stand if it is the whole of the node."""
    return replace(scope, holes=isinstance(ast.strip(node), ast.Hole))


@dataclass(frozen=True, slots=True)
class Given:
    """The annotations of a site, those of the program or those that a `proof` block puts in their place."""

    couple: ast.Couple | None
    invariants: tuple[ast.Invariant, ...]
    variants: tuple[ast.Decreases, ...]
    alone: tuple[ast.Alone, ...] = ()


def given_in_program(site: core.Site) -> Given:
    return Given(
        site.couple,
        tuple([a for a in site.annotations if isinstance(a, ast.Invariant)]),
        tuple([a for a in site.annotations if isinstance(a, ast.Decreases)]),
        tuple([a for a in site.annotations if isinstance(a, ast.Alone)]),
    )


def without_claim(program: core.TypedProgram, claims: Mapping[str, ast.Claim], report: Report) -> None:
    """A program that no claim speaks of: its annotations are read as those of a privacy claim that binds nothing."""
    node = ast.Satisfies(
        ast.Name(""), ast.Name(program.name), ast.Notion(ast.Name("noninterference"), ()), ast.Variable("any"), ()
    )
    checker = ClaimChecker(node, {program.name: program}, claims, report)
    for site in program.sites:
        checker.annotation(program, site, given_in_program(site))
