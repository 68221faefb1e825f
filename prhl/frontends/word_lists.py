"""Words of the language that are names elsewhere, by what they do: for colours and completion."""

ASIDE = (
    "alone", "answer", "assume", "at", "by", "check", "composed", "cost", "couple", "decreases", "except", "expect",
    "from", "invariant", "none", "pointwise", "private", "proof", "proved", "public", "refuted", "requires", "sampled",
    "satisfies", "slack", "steps", "unknown", "via", "when", "within",
)  # fmt: skip
TYPES = ("bits", "bool", "int", "list", "real")
OPERATORS = ("div", "mod", "xor", "in")
