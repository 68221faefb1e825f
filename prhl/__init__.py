"""prhl: a verifier for probabilistic relational properties, differential privacy first."""

__version__ = "0.1.0"


def load_ipython_extension(shell: object) -> None:
    """`%load_ext prhl` in a notebook."""
    from prhl.frontends.notebook import register

    register(shell)
