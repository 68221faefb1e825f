"""For each rule: broken in the code, it makes a named trap be proved, so the traps do guard the rules."""

import pytest

from prhl.checks.joint_blocks import BlockChannels
from prhl.pipeline import load
from prhl.proof import Proof, prove
from prhl.rules.call import Citation
from prhl.semantics.limits import Limits as Enough
from prhl.solvers import Limits
from prhl.solvers.by_z3 import Session
from prhl.solvers.real_arithmetic import Arithmetic
from tests.bad_mutations import ADVANCED, UP_TO_BAD
from tests.following_mutations import FOLLOWING
from tests.game_mutations import GAMES
from tests.law_mutations import LAWS
from tests.length_mutations import LENGTHS
from tests.mutations import TABLE, Mutation
from tests.norm_mutations import SYMBOLS
from tests.open_block_mutations import TABLE as OPEN_BLOCKS
from tests.step_mutations import OUT_OF_STEP
from tests.test_traps import source_of, without_checks


def proof_of(mutation: Mutation) -> Proof:
    file = load(without_checks(source_of(f"{mutation.trap}.wl")))
    claim = next(c for c in file.claims if c.name == mutation.claim)
    cited = {
        c.name: Citation(c, file.programs[c.left], file.programs[c.right], "proved")
        for c in file.claims
        if c.name in claim.cites
    }
    return prove(
        claim,
        file.programs[claim.left],
        file.programs[claim.right],
        Session(Limits(2_000_000, 5)).answer,
        BlockChannels(file.programs, Enough(), Arithmetic()),
        cited,
        programs=file.programs,
    )


@pytest.mark.parametrize(
    "mutation",
    [*TABLE, *LAWS, *UP_TO_BAD, *ADVANCED, *FOLLOWING, *OPEN_BLOCKS, *OUT_OF_STEP, *SYMBOLS, *GAMES, *LENGTHS],
    ids=lambda m: m.name,
)
def test_trap_holds_and_the_mutation_falls_into_it(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not proof_of(mutation).complete
    mutation.patch(monkeypatch)
    broken = proof_of(mutation)
    assert broken.complete, [(one.code, one.status) for one in broken.judged if not one.valid]
