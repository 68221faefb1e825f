"""What an author has to mend in an exercise before a class sees it."""

import re
from collections.abc import Iterator

from prhl.pipeline import reformat
from prhl.syntax.parser import parse
from prhl.teaching.checking import Care, check
from prhl.teaching.comparing import compared
from prhl.teaching.exercise import Exercise

SHORT = 5  # letters: `true` and 3/4 are part of many a sentence


def problems(exercise: Exercise) -> Iterator[str]:
    """One sentence each; Rejected if a file of the exercise cannot be read."""
    state = check(exercise, exercise.start).state
    if state != "open":
        yield f"start.wl should have holes to fill, and is {state}"
    attempt = check(exercise, exercise.solution, Care(hidden=True))
    if not attempt.solved:
        yield f"solution.wl is {attempt.state}: " + " ".join("\n".join(attempt.lines).split())
    for mistake in exercise.mistakes:
        attempt = check(exercise, mistake.source)
        if attempt.state != "wrong":
            yield f"wrong/{mistake.name}.wl should be wrong, and is {attempt.state}"
        elif attempt.mistake != mistake.name:
            yield f"wrong/{mistake.name}.wl is taken for {attempt.mistake or 'no mistake'}"
    yield from _given_away(exercise)
    for name, source in (("start.wl", exercise.start), ("solution.wl", exercise.solution)):
        if reformat(source) != source.text:
            yield f"{name} is not formatted: `prhl fmt` does it"


def _given_away(exercise: Exercise) -> Iterator[str]:
    """Hints that say what the solution has in a hole."""
    told = {f"hint {at}": hint for at, hint in enumerate(exercise.hints, 1)}
    told |= {f"the message of {mistake.name}": mistake.says for mistake in exercise.mistakes}
    for text in filled(exercise):
        for where, said in {**told, "the statement": exercise.statement}.items():
            if len(text) > SHORT and text in _tight(said):
                yield f"{where} gives the solution away: {text}"


def filled(exercise: Exercise) -> list[str]:
    """What the solution has in the holes, without blanks."""
    source = exercise.solution
    places = compared(parse(exercise.start).file, parse(source).file).places
    nodes = [node for found in places.values() for node in (found if isinstance(found, tuple) else [found])]
    return [_tight(source.slice(node.span)).removeprefix("couple").removeprefix("invariant") for node in nodes]


def _tight(text: str) -> str:
    return re.sub(r"\s", "", text)
