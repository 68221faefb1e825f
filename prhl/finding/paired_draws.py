"""Which draws of two programs go together, where their order does not tell.

Two coins of which the second hides the first, against one coin: `b` goes with `c`, and `a` is drawn alone. Draws
without a label go together by their family, from the end instead of from the beginning, or crosswise; labels say so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from prhl.finding.placing import labels
from prhl.finding.task import Task, sites
from prhl.typed import core


def pairings(task: Task) -> Iterator[Task]:
    """The task with labels that pair draws in other ways than in their order; none if there is nothing to choose."""
    if task.left is task.right:
        return
    first, second = [_unlabelled(program) for program in (task.left, task.right)]
    for turned in (False, True):
        chosen: list[tuple[core.Sample, core.Sample]] = []
        for family in dict.fromkeys([one.distribution.name for one in first]):
            ones, twos = [[one for one in side if one.distribution.name == family] for side in (first, second)]
            many = min(len(ones), len(twos))
            if not many or (len(ones) == len(twos) and not turned) or (turned and many < 2):
                continue
            ones, twos = ones[-many:], twos[-many:]
            chosen += zip(ones, reversed(twos) if turned else twos, strict=True)
        if chosen:
            named = labels(task.left, task.words)
            names = [named[one.site] for one, _ in chosen]
            left = _labelled(task.left, dict(zip([one.site for one, _ in chosen], names, strict=True)))
            right = _labelled(task.right, dict(zip([two.site for _, two in chosen], names, strict=True)))
            yield replace(task, left=left, right=right)


def _unlabelled(program: core.TypedProgram) -> list[core.Sample]:
    nodes = [node for node in sites(program.body) if isinstance(node, core.Sample)]
    return [node for node in nodes if program.sites[node.site].label is None]


def _labelled(program: core.TypedProgram, labels: dict[int, str]) -> core.TypedProgram:
    named = [replace(site, label=labels.get(site.number, site.label)) for site in program.sites]
    return replace(program, sites=tuple(named))


def added(program: core.TypedProgram, original: core.TypedProgram) -> Sequence[tuple[int, str]]:
    """Where labels were added, and which."""
    starts = {node.site: node.span.start for node in sites(program.body)}
    pairs = zip(program.sites, original.sites, strict=False)
    return [(starts[now.number], now.label) for now, old in pairs if now.label is not None and now.label != old.label]
