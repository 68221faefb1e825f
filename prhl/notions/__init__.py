"""The notions of closeness that a claim may name: what they are called and what they are given."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notion:
    """`least` of the parameters must be given."""

    name: str
    parameters: tuple[str, ...]
    least: int
    meaning: str


NOTIONS = (
    Notion("dp", ("eps", "delta"), 1, "Pr1[S] <= exp(eps) Pr2[S] + delta for every event S, in both directions"),
    Notion("zcdp", ("rho",), 1, "the Renyi divergence of every order alpha > 1 is at most rho*alpha"),
    Notion("rdp", ("alpha", "eps"), 2, "the Renyi divergence of order alpha is at most eps"),
    Notion("noninterference", (), 0, "what is observed is distributed alike in both runs"),
)

BY_NAME = {notion.name: notion for notion in NOTIONS}
