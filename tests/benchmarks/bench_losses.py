"""A run of the losses page against its limit: one training with each of the two losses.

    python tests/benchmarks/bench_losses.py [--rounds 5]

The page trains softmax and logit-adjusted softmax on the default problem; one run may take 3 s.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from zipfviz.theory.losses import Problem, run

LIMIT = 3.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    slowest = 0.0
    for strength in (0.0, 1.0):
        seconds = []
        for seed in range(rounds):
            start = time.perf_counter()
            run(Problem(), strength=strength, seed=seed)
            seconds.append(time.perf_counter() - start)
        median = statistics.median(seconds)
        slowest = max(slowest, median)
        print(f"prior strength {strength:.0f}: {median:.2f} s, {median / LIMIT:.2f} of the limit")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
