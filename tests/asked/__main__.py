"""Put drawn questions to the people of lived towns, and print the share right by kind and every failure.

python -m tests.asked WORKSPACE [--times "day 2 10:30,day 2 20:45"] [--seed 1] [--runs 1,2] [--all]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from asked.asking import put
from engine.api.workspace import open_workspace


def main() -> None:
    """Ask, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workspace")
    parser.add_argument("--times", default="day 2 10:30,day 2 20:45")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", default="")
    parser.add_argument("--all", action="store_true", help="print every answer, not only failures")
    given = parser.parse_args()
    verdicts: dict[str, list[str]] = {}
    began = time.perf_counter()
    with open_workspace(given.workspace) as workspace:
        numbers = [int(each) for each in given.runs.split(",") if each]
        for number in numbers or [row.number for row in workspace.runs.all()]:
            for moment in given.times.split(","):
                for question, answer, verdict in put(workspace.runs.find(number), moment, given.seed):
                    verdicts.setdefault(question.kind, []).append(verdict)
                    if verdict or given.all:
                        print(f"[{number} {moment} {question.kind}] {question.agent}: {question.text}")
                        print(f"    {answer}\n    {verdict or 'right'}  <{question.shows[:300]}>")
    whole = [each for listed in verdicts.values() for each in listed]
    for kind, listed in [*verdicts.items(), ("all", whole)]:
        right = sum(not each for each in listed)
        print(f"{kind:12} {right:4}/{len(listed):4} {right / max(1, len(listed)):6.1%}")
    untrue = sum(each.startswith("claims") for each in whole)
    spent = 1000 * (time.perf_counter() - began) / max(1, len(whole))
    print(f"claims what was not: {untrue}; {spent:.0f} ms each")


main()
