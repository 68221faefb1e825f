"""`make bench`: every benchmark in turn."""

from benchmarks import exact, front, proof, refutation

front.run()
exact.run()
proof.run()
refutation.run()
