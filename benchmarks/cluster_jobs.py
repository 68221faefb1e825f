"""`python -m benchmarks.cluster_jobs`: the same files here and on two workers of a cluster, one of them killed.

Files of `benchmarks.folders` are verified by two local processes, by the cluster, and by the cluster when a worker is
killed with a job in hand; all answers are compared, and status 1 says that they differ. Times
have those of the client's processor beside them, since other work on the machine makes the former long.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.folders import untimed, written
from prhl.cluster import connected
from prhl.jobs import Asked, Job, Processes
from prhl.syntax.reader import listed, read
from tests.loopback_cluster import loopback
from tests.test_cluster import killed_with_a_job

Answers = Iterator[tuple[int, Any]]


def timed(what: str, answers: Callable[[], Answers]) -> list[Any]:
    started, worked = perf_counter(), process_time()
    found = dict(answers())
    seconds, mine = perf_counter() - started, process_time() - worked
    print(f"{what:<40} {len(found):4} jobs {seconds:7.2f} s, {mine:6.2f} s of this process", flush=True)
    return [json.dumps(untimed(found[at])) for at in sorted(found)]


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--files", type=int, default=100)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        written(Path(folder) / "in", asked.files)
        todo = [Job(read(path), Asked("verify")) for path in listed([str(Path(folder) / "in")])]
        here = timed("two local processes", lambda: Processes(2).answers(todo))
        started = perf_counter()
        with loopback(Path(folder) / "cluster") as there:
            print(f"a scheduler and two workers are up after {perf_counter() - started:.2f} s")
            started = perf_counter()
            with connected(there.address) as cluster:
                print(f"connected after {perf_counter() - started:.2f} s")
                nothing = [Job(todo[0].source, Asked("check"))] * 100
                list(cluster.answers(nothing[:2]))
                timed("a check of one file, a hundred times", lambda: cluster.answers(nothing))
                afar = timed("two workers", lambda: cluster.answers(todo))

                def killing() -> Answers:
                    for at, answer in enumerate(cluster.answers(todo)):
                        if at == len(todo) // 4:
                            in_hand = killed_with_a_job(cluster, there.processes[-1], "w1")
                            print(f"  killed after {at + 1} answers, with {len(in_hand)} jobs in hand")
                        yield answer

                killed = timed("two workers, one of them killed", killing)
    same = here == afar == killed
    print("all answers are the same" if same else "ANSWERS DIFFER")
    return int(not same)


if __name__ == "__main__":
    sys.exit(main())
