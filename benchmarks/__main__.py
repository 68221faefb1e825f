"""`make bench`: every benchmark in turn."""

from benchmarks import front

front.run()
