"""Houdini: of many atoms those that hold whenever a loop is reached and that every round keeps.

The atoms stand behind literals, so that one model drops all that it breaks. What is left is the greatest set that
follows from itself: whichever model comes first, the same atoms survive. What stays `unknown` is dropped, too.
"""

from collections.abc import Collection, Sequence

from prhl.solvers.batch import Batch


def surviving(batch: Batch, keys: Sequence[str], named: Collection[str] = ()) -> list[str]:
    """The goals that follow from the facts without a tag and from those with the tags of the goals themselves.

    What is `named` is no fact with a tag: it is an equality that holds by one name for both runs. Where one of these is
    dropped nothing more is asked, since the round has to be walked again.
    """
    alive = list(keys)
    while alive:
        using = [key for key in alive if key not in named]
        broken = batch.broken(alive, using)
        if broken is None:  # each by itself, and what is still open as the prover would ask
            broken = [key for key in alive if _breaks(batch, key, using)]
        if not broken:
            break
        alive = [key for key in alive if key not in set(broken)]
        if any([key in named for key in broken]):
            break
    return alive


def _breaks(batch: Batch, key: str, using: Sequence[str]) -> bool:
    found = batch.broken([key], using)
    return not batch.follows(key, using) if found is None else bool(found)
