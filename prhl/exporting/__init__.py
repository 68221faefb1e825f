"""Programs as modules of Python: the program, its samplers and checks of inputs in a file that needs nothing else."""

from prhl.exporting.release_module import Module, exported

__all__ = ["Module", "exported"]
