"""Put drawn questions to the people of lived towns, and print the share right by kind and every failure.

    python -m tests.asked WORKSPACE [--times "day 2 10:30,day 2 20:45"] [--seed 1] [--runs 1,2] [--all]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from asked.asking import put  # noqa: E402

from engine.api.workspace import open_workspace  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workspace")
    parser.add_argument("--times", default="day 2 10:30,day 2 20:45")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", default="")
    parser.add_argument("--all", action="store_true", help="print every answer, not only failures")
    given = parser.parse_args()
    asked, right = Counter(), Counter()
    claims, spent = 0, 0.0
    with open_workspace(given.workspace) as workspace:
        numbers = [int(each) for each in given.runs.split(",") if each] or [row.number for row in workspace.runs.all()]
        for number in numbers:
            for moment in given.times.split(","):
                began = time.perf_counter()
                for question, answer, verdict in put(workspace.runs.find(number), moment, given.seed):
                    asked[question.kind] += 1
                    right[question.kind] += not verdict
                    claims += verdict.startswith("claims")
                    if verdict or given.all:
                        print(f"[{number} {moment} {question.kind}] {question.agent}: {question.text}\n    {answer}\n    {verdict or 'right'}  <{question.shows[:300]}>")
                spent += time.perf_counter() - began
    for kind in asked:
        print(f"{kind:12} {right[kind]:4}/{asked[kind]:4} {right[kind] / asked[kind]:6.1%}")
    total = sum(asked.values())
    print(f"{'all':12} {sum(right.values()):4}/{total:4} {sum(right.values()) / max(1, total):6.1%}; claims what was not: {claims}; {1000 * spent / max(1, total):.0f} ms each")


main()
