"""`make bench`: every benchmark in turn."""

from benchmarks import exact, front

front.run()
exact.run()
