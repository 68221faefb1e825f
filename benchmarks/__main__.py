"""`make bench`: every benchmark in turn."""

from benchmarks import exact, front, proof

front.run()
exact.run()
proof.run()
