"""Houdini: of many atoms those that hold whenever a loop is reached and that every round keeps.

Candidates are guarded by literals, so that one model drops all atoms that it makes false. What is left is the greatest
inductive subset: whichever model comes first, the same atoms survive. Those on which a check of many stays `unknown`
are asked one by one at the end, as the prover would ask; what is `unknown` then is dropped, too.
"""

from collections.abc import Collection, Sequence

from prhl.solvers.batch import Batch


def surviving(batch: Batch, keys: Sequence[str], named: Collection[str] = ()) -> list[str]:
    """The greatest set of goals that follow from the facts without a tag and from those with the tags of the set.

    An equality that is `named` is no such fact: the state at the head has one name for the variable in both runs. If
    one of these is dropped, the set so far is returned, since the round has to be walked again with two names.
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
