"""prhl: a verifier for probabilistic relational properties, differential privacy first.

    import prhl
    report = prhl.verify("sum.wl")
    report.claims["private"].verdict

`prhl.api` describes what there is. It is loaded when something is asked for, so that the import itself is quick.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prhl.api import (
        Account,
        Channel,
        Coupling,
        NotComputed,
        OpenChannel,
        Rejected,
        Report,
        budget,
        channel,
        channels,
        check,
        couple,
        export,
        format,  # noqa: A004
        refute,
        run,
        verify,
    )
    from prhl.python_mechanism import Mechanism, NotProved, OutsideSubset, Private, Real, mechanism

__all__ = [
    "Account",
    "Channel",
    "Coupling",
    "Mechanism",
    "NotComputed",
    "NotProved",
    "OpenChannel",
    "OutsideSubset",
    "Private",
    "Real",
    "Rejected",
    "Report",
    "budget",
    "channel",
    "channels",
    "check",
    "couple",
    "export",
    "format",
    "mechanism",
    "refute",
    "run",
    "verify",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'prhl' has no attribute {name!r}")
    from prhl import api

    if name in api.__all__:
        return getattr(api, name)
    from prhl import python_mechanism

    return getattr(python_mechanism, name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def load_ipython_extension(shell: object) -> None:
    """`%load_ext prhl` in a notebook."""
    from prhl.frontends.notebook import register

    register(shell)
