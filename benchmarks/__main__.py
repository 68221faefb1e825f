"""`make bench`: every benchmark in turn."""

from benchmarks import exact, front, proof, refutation, structured

front.run()
exact.run()
structured.run()
proof.run()
refutation.run()
