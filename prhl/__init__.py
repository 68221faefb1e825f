"""prhl: a verifier for probabilistic relational properties, differential privacy first."""

__version__ = "0.1.0"
