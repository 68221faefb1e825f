"""A whole file: programs in the order of their calls, then the claims, then the annotations under each claim."""

from collections.abc import Mapping
from dataclasses import replace

from prhl.diagnostics import Diagnostic, Rejected, Related, did_you_mean
from prhl.distributions import family_called
from prhl.records import dataclass
from prhl.source import Span
from prhl.syntax import ast
from prhl.syntax.parser import Parsed
from prhl.typed import core
from prhl.typed.answers import expanded
from prhl.typed.claims import ClaimChecker, Given, given_in_program, without_claim
from prhl.typed.expressions import Elaborator
from prhl.typed.following import circles
from prhl.typed.grounds import grounds
from prhl.typed.programs import Header, ProgramChecker, called_programs, unknown_program


def check(parsed: Parsed) -> core.TypedFile:
    """The file with every name resolved and every type known, or Rejected with all that is wrong."""
    checker = _FileChecker(parsed)
    file = checker.check()
    errors = _in_order(checker.found)
    if errors:
        raise Rejected(parsed.source, errors)
    return file


def _in_order(found: list[Diagnostic]) -> list[Diagnostic]:
    """Sorted by place, each said once."""
    seen: set[tuple[str, Span, str]] = set()
    out: list[Diagnostic] = []
    for diagnostic in sorted(found, key=lambda d: (d.span.start, d.span.end)):
        key = (diagnostic.code, diagnostic.span, diagnostic.message)
        if key not in seen:
            seen.add(key)
            out.append(diagnostic)
    return out


@dataclass(frozen=True, slots=True)
class _Reading:
    """One site under one claim: what it says, what was wrong with it, and whether a `proof` block said it."""

    annotation: core.Annotation
    mistakes: list[Diagnostic]
    hidden: (
        list[Diagnostic] | None
    )  # what is wrong with the program's own annotation, where a `proof` block replaces it


class _FileChecker:
    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.found: list[Diagnostic] = []

    def report(self, diagnostic: Diagnostic) -> None:
        self.found.append(diagnostic)

    def check(self) -> core.TypedFile:
        items = expanded(self.parsed.file.items, self.report)
        nodes = self.unique([i for i in items if isinstance(i, ast.Program)], "program")
        claims = self.unique([i for i in items if not isinstance(i, ast.Program)], "claim")
        for name, node in nodes.items():
            if family_called(name):
                self.report(
                    Diagnostic(
                        "name-taken", node.name.span, f"`{name}` is a distribution", "give the program another name"
                    )
                )
        headers = {name: Header(node, self.report) for name, node in nodes.items()}
        programs: dict[str, core.TypedProgram] = {}
        for name in self.call_order(headers):
            program = ProgramChecker(headers[name], headers, self.report).check()
            programs[name] = self.with_leaks(program, programs, headers)
            headers[name].leaks = programs[name].leaks
        checkers = {}
        for name, claim in claims.items():
            if self.programs_exist(claim, programs):
                checkers[name] = ClaimChecker(claim, programs, claims, self.report)
        readings = {name: self.readings(checker) for name, checker in checkers.items()}
        lacks = self.judge(programs, checkers, readings, claims)
        typed = [
            checker.check(lacks.get(name, []), {at: reading.annotation for at, reading in readings[name].items()})
            for name, checker in checkers.items()
        ]
        if not self.found:
            circles(typed, self.report)
        warnings = []
        if not self.parsed.file.items:
            warnings.append(
                Diagnostic(
                    "empty-file", Span(0, 0), "there is no program and no claim in this file", severity="warning"
                )
            )
        rests = {} if self.found else grounds(programs, typed)
        return core.TypedFile(self.parsed.source, programs, tuple(typed), tuple(warnings), rests)

    def unique(self, items: list, kind: str) -> dict:  # type: ignore[type-arg]  # programs, or claims
        """The items by name; later ones of the same name are reported and left out."""
        named: dict[str, ast.Item] = {}
        for item in items:
            if item.name.text in named:
                first = named[item.name.text].name.span
                self.report(
                    Diagnostic(
                        "duplicate-name",
                        item.name.span,
                        f"the {kind} `{item.name.text}` stands twice in this file",
                        "give one of them another name",
                        related=(Related(first, "first here"),),
                    )
                )
            else:
                named[item.name.text] = item
        return named

    # ---- programs ----------------------------------------------------------------------------

    def call_order(self, headers: Mapping[str, Header]) -> list[str]:
        """Callees first; a call that closes a circle is an error."""
        order: list[str] = []
        done: set[str] = set()
        for start in headers:
            path: list[str] = []
            todo: list[tuple[str, bool]] = [(start, False)]
            while todo:
                name, leaving = todo.pop()
                if leaving:
                    path.pop()
                    if name not in done:
                        done.add(name)
                        order.append(name)
                    continue
                if name in done:
                    continue
                path.append(name)
                todo.append((name, True))
                for call in called_programs(headers[name].node, headers):
                    callee = call.function.text
                    if callee in path:
                        circle = " -> ".join([*path[path.index(callee) :], callee])
                        self.report(
                            Diagnostic(
                                "recursion", call.span, f"programs cannot call themselves: {circle}", "use a loop"
                            )
                        )
                    elif callee not in done:
                        todo.append((callee, False))
        return order

    def with_leaks(
        self, program: core.TypedProgram, programs: Mapping[str, core.TypedProgram], headers: Mapping[str, Header]
    ) -> core.TypedProgram:
        called = [call.function.text for call in called_programs(headers[program.name].node, headers)]
        leaks = program.leaks or any([programs[name].leaks for name in called if name in programs])
        return replace(program, leaks=leaks)

    # ---- claims ------------------------------------------------------------------------------

    def programs_exist(self, claim: ast.Claim, programs: Mapping[str, core.TypedProgram]) -> bool:
        names = [claim.program] if isinstance(claim, ast.Satisfies) else [claim.left, claim.right]
        missing = [name for name in names if name.text not in programs]
        for name in missing:
            self.report(unknown_program(name, list(programs)))
        return not missing

    def readings(self, checker: ClaimChecker) -> dict[tuple[str, int], _Reading]:
        """Every site of the claim's programs, read under the claim."""
        proofs = self.proof_steps(checker)
        out: dict[tuple[str, int], _Reading] = {}
        outer = checker.elaborate
        for program in {checker.left.name: checker.left, checker.right.name: checker.right}.values():
            for site in program.sites:
                written = given_in_program(site)
                given, own = _over(written, proofs.get(site.label or "", []))
                annotation, mistakes = self.read(checker, program, site, given)
                hidden = self.read(checker, program, site, written)[1] if own else None
                out[program.name, site.number] = _Reading(annotation, mistakes, hidden)
        checker.elaborate = outer
        return out

    def read(
        self, checker: ClaimChecker, program: core.TypedProgram, site: core.Site, given: Given
    ) -> tuple[core.Annotation, list[Diagnostic]]:
        mistakes: list[Diagnostic] = []
        naming = checker.elaborate.naming
        checker.elaborate = Elaborator(mistakes.append)
        checker.elaborate.naming = naming
        return checker.annotation(program, site, given), mistakes

    def proof_steps(self, checker: ClaimChecker) -> dict[str, list[ast.Couple | ast.LoopAnnotation]]:
        """The `proof` blocks of a claim by label."""
        steps: dict[str, list[ast.Couple | ast.LoopAnnotation]] = {}
        sites = {s.label: s for p in (checker.right, checker.left) for s in p.sites if s.label}
        for option in checker.claim.options:
            if not isinstance(option, ast.Proof):
                continue
            label: ast.Name | None = None
            for step in option.steps:
                label = step.label or label
                if label is None:
                    self.report(
                        Diagnostic(
                            "proof-label", step.span, "a step of `proof` starts with a label", "write `L: couple ...;`"
                        )
                    )
                elif label.text not in sites:
                    hint = did_you_mean(
                        label.text, [name for name in sites if name], "label the statement: `L: x :=$ ...;`"
                    )
                    self.report(
                        Diagnostic("unknown-label", label.span, f"no statement is labelled `{label.text}`", hint)
                    )
                else:
                    self.step_fits(step, sites[label.text], steps.setdefault(label.text, []))
        return steps

    def step_fits(self, step: ast.ProofStep, site: core.Site, known: list[ast.Couple | ast.LoopAnnotation]) -> None:
        annotation = step.annotation
        is_loop = isinstance(annotation, ast.LoopAnnotation)
        if is_loop != (site.kind == "loop"):
            wanted = "an invariant, a variant or an `alone` line" if site.kind == "loop" else "a coupling"
            self.report(Diagnostic("proof-kind", annotation.span, f"`{site.label}` takes {wanted}"))
        elif not is_loop and known:
            self.report(Diagnostic("duplicate-name", annotation.span, f"`{site.label}` is coupled twice"))
        else:
            known.append(annotation)

    def judge(
        self,
        programs: Mapping[str, core.TypedProgram],
        checkers: Mapping[str, ClaimChecker],
        readings: Mapping[str, Mapping[tuple[str, int], _Reading]],
        claims: Mapping[str, ast.Claim],
    ) -> dict[str, list[core.Lack]]:
        """What no claim can read is an error; what only some cannot is theirs to bear.

        A name counts as readable if some claim on the program binds it, even if each claim lacks another one.
        """
        lacks: dict[str, list[core.Lack]] = {}
        speaking: dict[str, list[str]] = {name: [] for name in programs}
        for name, checker in checkers.items():
            for program_name in {checker.left.name, checker.right.name}:
                speaking[program_name].append(name)
        for program in programs.values():
            about = speaking[program.name]
            if not about:
                without_claim(program, claims, self.report)
            bound = {n for name in about for n in checkers[name].names.logical}
            told: set[str] = set()  # names that are not known anywhere, each told once
            for site in program.sites:
                found = {name: readings[name][program.name, site.number] for name in about}
                for reading in found.values():
                    if reading.hidden is not None:
                        self.found.extend(reading.mistakes)
                written = [r.mistakes if r.hidden is None else r.hidden for r in found.values()]
                real = [mistakes for mistakes in [self.unbound(w, bound) for w in written] if mistakes]
                if written and all(written) and real:
                    # told by the claim that reads the most of it
                    best = min(real, key=lambda mistakes: sum([m.code == "unknown-name" for m in mistakes]))
                    self.found.extend(self.once(best, told))
                    continue
                for name, reading in found.items():
                    if reading.hidden is None:
                        for mistake in reading.mistakes[:1]:
                            lacks.setdefault(name, []).append(core.Lack(mistake.span, mistake.message))
        return lacks

    def unbound(self, mistakes: list[Diagnostic], bound: set[str]) -> list[Diagnostic]:
        """The mistakes that are more than a name that another claim binds."""
        slice_ = self.parsed.source.slice
        return [m for m in mistakes if not (m.code == "unknown-name" and slice_(m.span) in bound)]

    def once(self, mistakes: list[Diagnostic], told: set[str]) -> list[Diagnostic]:
        """The mistakes without the names that were told before."""
        kept = []
        for mistake in mistakes:
            name = self.parsed.source.slice(mistake.span)
            if mistake.code != "unknown-name" or name not in told:
                kept.append(mistake)
            if mistake.code == "unknown-name":
                told.add(name)
        return kept


def _over(program: Given, steps: list[ast.Couple | ast.LoopAnnotation]) -> tuple[Given, bool]:
    """A `proof` block's annotations put over those of the program, kind by kind."""
    if not steps:
        return program, False
    couples = [s for s in steps if not isinstance(s, ast.LoopAnnotation)]
    invariants = tuple([s for s in steps if isinstance(s, ast.Invariant)])
    variants = tuple([s for s in steps if isinstance(s, ast.Decreases)])
    alone = tuple([s for s in steps if isinstance(s, ast.Alone)])
    return Given(
        couples[0] if couples else program.couple,
        invariants or program.invariants,
        variants or program.variants,
        alone or program.alone,
    ), True
