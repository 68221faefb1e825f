"""`make bench`: every benchmark in turn."""

from benchmarks import exact, for_all_values, front, proof, refutation, structured

front.run()
exact.run()
structured.run()
proof.run()
refutation.run()
for_all_values.run()
