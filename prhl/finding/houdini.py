"""Houdini: of many atoms those that hold whenever a loop is reached and that every round keeps.

The atoms stand behind literals, so that one model drops all that it breaks. What is left is the greatest set that
follows from itself: whichever model comes first, the same atoms survive. Those on which one check stays `unknown` are
asked for by themselves, at the end and as the prover would ask; what stays `unknown` then is dropped, too.
"""

from collections.abc import Collection, Sequence

from prhl.solvers.batch import Batch


def surviving(batch: Batch, keys: Sequence[str], named: Collection[str] = ()) -> list[str]:
    """The goals that follow from the facts without a tag and from those with the tags of the goals themselves.

    What is `named` is no fact with a tag: it is an equality that holds by one name for both runs. Where one of these is
    dropped nothing more is asked, since the round has to be walked again.
    """
    alive, hard = list(keys), set[str]()
    while True:
        using = [key for key in alive if key not in named]
        easy = [key for key in alive if key not in hard]
        broken = batch.broken(easy, using)
        if broken is None:
            alone = {key: batch.broken([key], using) for key in easy}
            hard |= {key for key, found in alone.items() if found is None}
            broken = [key for key, found in alone.items() if found]
        if not broken:
            broken = [key for key in alive if key in hard and not batch.follows(key, using)]
        if not broken:
            return alive
        alive = [key for key in alive if key not in set(broken)]
        if any([key in named for key in broken]):
            return alive
