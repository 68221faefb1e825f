"""Which typical mistake a wrong answer is.

An answer is the mistake if it has the same in each place where the mistake's file differs from the solution; failing
that, if the first obligation that fails is one that the mistake names. A place that only parts that are right read is
no mistake: of two ways to break a claim one is not wrong because the solution takes the other.
"""

from collections.abc import Collection, Sequence
from typing import Any

from prhl.syntax.parser import parse
from prhl.teaching.comparing import Compared, Path, compared, plain
from prhl.teaching.exercise import Exercise, Mistake
from prhl.teaching.numbers import same_number


def recognised(
    exercise: Exercise, found: Compared, failed: Sequence[Sequence[str]], settled: Collection[str] = ()
) -> Mistake | None:
    """The mistake, by the codes of what failed; `settled` names the answers that are right."""
    start = parse(exercise.start).file
    right = compared(start, parse(exercise.solution).file).places
    for mistake in exercise.mistakes:
        wrong = compared(start, parse(mistake.source).file).places
        telling = [path for path in wrong if not _same(wrong[path], right[path])]
        if any([not _is_answer(path, settled) for path in telling]) and all(
            [_same(found.places.get(path), wrong[path]) for path in telling]
        ):
            return mistake
    first = {codes[0] for codes in failed if codes}
    return next((mistake for mistake in exercise.mistakes if first & set(mistake.fails)), None)


def _is_answer(path: Path, names: Collection[str]) -> bool:
    return path[0] in [f"answer `{name}`" for name in names]


def _same(mine: Any, theirs: Any) -> bool:
    return plain(mine) == plain(theirs) or same_number(mine, theirs)
