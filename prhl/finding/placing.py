"""Where annotations of one claim are written if its program has other claims: into its `proof` block, by labels.

An annotation in a program is every claim's; so what is found for one of several goes into this one's `proof { }`, and
statements without a label get one. A `proof` block hides what the program says at the same statement, kind by kind:
invariants that stand there are said again in the block, and what a block says already is added to in the block.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from prhl.finding.task import Task, loops
from prhl.source import Edit, Source, Span, edited
from prhl.syntax import ast
from prhl.syntax.parser import Parsed
from prhl.typed import core

KINDS = {"sample": "draw", "call": "call", "loop": "loop", "joint": "block"}


class NotPlaced(Exception):
    """Something that is found can stand in the program only."""


def labels(program: core.TypedProgram, words: Collection[str]) -> dict[int, str]:
    """A label for every site: its own, or one that no word of the file is; they depend on the program alone."""
    taken = set(words)
    counted = {loop.site: loop.counter.variable for loop in loops(program.body) if loop.counter is not None}
    found: dict[int, str] = {}
    for site in program.sites:
        if site.kind in KINDS:
            subject = site.target or counted.get(site.number)
            wanted = KINDS[site.kind] + (f"_{subject}" if subject else "")
            names = (wanted if n == 1 else f"{wanted}_{n}" for n in range(1, len(taken) + len(program.sites) + 2))
            found[site.number] = site.label or next(name for name in names if name not in taken)
            taken.add(found[site.number])
    return found


def option_place(parsed: Parsed, name: str) -> int:
    """Where an option of a claim is inserted: before `check` and `expect`, behind what it says of outputs."""
    claim = _node(parsed, name)
    if isinstance(claim, ast.Satisfies):
        last = claim.relation.span.end
    else:
        last = claim.post.span.end if claim.within is None else claim.within.span.end
    for option in claim.options:
        if not isinstance(option, ast.Pointwise):
            break
        last = option.span.end
    return last


def placed(
    edits: Sequence[Edit],
    parsed: Parsed,
    task: Task,
    claim: core.TypedClaim,
    ends: Mapping[int, int],
) -> list[Edit]:
    """The edits with those for the program's statements moved to the claim's `proof` block, if the program is shared,
    or wherever the block says something of the statement already; NotPlaced if one cannot be moved. Of two programs the
    partner of a statement gets its label, too, since labels say what goes together."""
    program, shared = task.programs[claim.left], task.shared_program
    now = [replace(old, label=new.label) for old, new in zip(program.sites, task.left.sites, strict=False)]
    program = replace(program, sites=tuple(now))
    node = _node(parsed, claim.name)
    blocks = [option for option in node.options if isinstance(option, ast.Proof)]
    own = _own_steps(blocks)
    sites = {position: site for site, position in ends.items()}
    said: dict[int, list[str]] = {}
    holes: dict[int, list[Edit]] = {}
    left: list[Edit] = []
    for edit in edits:
        inside = program.span.start <= edit.span.start < program.span.end
        site = _site(edit, program, sites) if inside else None
        if not inside or (not shared and (site is None or program.sites[site].label not in own)):
            left.append(edit)
        elif site is None:
            raise NotPlaced
        elif edit.span.start < edit.span.end and program.sites[site].kind != "loop":
            holes.setdefault(site, []).append(edit)
        else:
            said.setdefault(site, []).append(_complete(edit))
    said |= {site: [_coupling(parsed.source, program.sites[site], found)] for site, found in holes.items()}
    if not said:
        return left
    named = labels(program, task.words)
    steps, told = [], []
    for site in sorted(said):
        place = program.sites[site].span
        new = [text.rstrip(";") for text in said[site]]
        told += [(place, f"{text};" if text.startswith(("invariant", "alone")) else text) for text in new]
        if program.sites[site].label is None:
            starts = [place.start]
            if task.left is not task.right:
                if site not in task.mates:
                    raise NotPlaced
                starts.append(task.mates[site].span.start)
            left += [Edit(Span(start, start), f"{named[site]}: ", ()) for start in starts]
        if program.sites[site].kind == "loop" and program.sites[site].label not in own:
            new = _stated(parsed.source, program.sites[site]) + new
        steps.append(f"{named[site]}: " + " ".join([f"{text};" for text in new]))
    if blocks:
        end = blocks[-1].span.end - 1
        left.append(Edit(Span(end, end), " ".join(steps) + " ", tuple(told)))
    else:
        end = option_place(parsed, claim.name)
        left.append(Edit(Span(end, end), f"proof {{ {' '.join(steps)} }}", tuple(told)))
    return left


def _node(parsed: Parsed, name: str) -> ast.Claim:
    claims = [item for item in parsed.file.items if isinstance(item, ast.Quadruple | ast.Satisfies)]
    return next(claim for claim in claims if claim.name.text == name)


def _own_steps(blocks: Sequence[ast.Proof]) -> set[str | None]:
    """The labels of which the claim's `proof` says something."""
    return {step.label.text for block in blocks for step in block.steps if step.label is not None}


def _site(edit: Edit, program: core.TypedProgram, sites: Mapping[int, int]) -> int | None:
    """The statement that is annotated: by where annotations of it are inserted, or by the hole that is filled."""
    if edit.span.start == edit.span.end:
        return sites.get(edit.span.start)
    around = [s for s in program.sites if s.span.start <= edit.span.start and edit.span.end <= s.span.end]
    return min(around, key=lambda site: site.span.end - site.span.start).number if around else None


def _complete(edit: Edit) -> str:
    """An annotation with its keyword; of a hole that is what people are told."""
    return edit.text.strip() if edit.told is None else edit.told[0][1]


def _coupling(source: Source, site: core.Site, filled: Sequence[Edit]) -> str:
    """The coupling of the program with its holes filled."""
    assert site.couple is not None
    start = site.couple.span.start
    moved = [Edit(Span(e.span.start - start, e.span.end - start), e.text) for e in filled]
    text = edited(source.slice(site.couple.span), sorted(moved, key=lambda edit: edit.span.start))
    return " ".join(_uncommented(text).split())


def _stated(source: Source, site: core.Site) -> list[str]:
    """The invariants that stand in the program, but for holes."""
    said = [one for one in site.annotations if isinstance(one, ast.Invariant) and not isinstance(one.formula, ast.Hole)]
    return [" ".join(_uncommented(source.slice(one.span)).split()) for one in said]


def _uncommented(text: str) -> str:
    return "\n".join([line.split("//")[0] for line in text.split("\n")])
