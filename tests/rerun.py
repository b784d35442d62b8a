"""Run failed tests again: `python -m tests.rerun REPORT --flaky FILE`.

REPORT is a JUnit file that pytest wrote (`--junitxml`). Each test that failed in it is run by itself, in one
process, at most twice. A test that passes then is flaky: it is added to FILE with its first failure. The exit
status is 0 when every test has passed in the end, and 1 otherwise.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_TESTS = 12  # when more have failed, something is broken, and nothing is run again
MOST_RUNS = 2
MOST_SECONDS = 1_200  # of one test, which only one that hangs takes


@dataclass(frozen=True)
class Failure:
    """A test that failed, by the name that pytest takes, and what was reported of it."""

    test: str
    report: str


def failures(report: Path) -> Iterator[Failure]:
    """Read the failed tests of a JUnit file, each once."""
    seen = set()
    for case in ET.parse(report).iter("testcase"):
        faults = [fault for kind in ("failure", "error") for fault in case.findall(kind)]
        test = node_id(case.get("classname", ""), case.get("name", ""))
        if faults and test not in seen:
            seen.add(test)
            yield Failure(test, "\n".join(fault.text or fault.get("message", "") for fault in faults))


def node_id(class_name: str, name: str) -> str:
    """Put together the name by which pytest finds a test: `tests.test_a.TestB` and `test_c` are
    `tests/test_a.py::TestB::test_c`.

    What could not be collected has no class name, and its module for a name.
    """
    if not class_name:
        return f"{name.replace('.', '/')}.py"
    parts = class_name.split(".")
    module = next(
        (n for n in range(len(parts), 0, -1) if Path(*parts[:n]).with_suffix(".py").is_file()), len(parts)
    )
    return "::".join(["/".join(parts[:module]) + ".py", *parts[module:], name])


def passes(test: str) -> bool:
    """Run one test in a process of its own; return whether it passed."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-m", "", test]
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    try:
        ended = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, check=False, timeout=MOST_SECONDS
        )
    except subprocess.TimeoutExpired:
        print(f"{test} did not end within {MOST_SECONDS} seconds")
        return False
    return ended.returncode == 0


def run_again(report: Path, flaky: Path) -> bool:
    """Run the failed tests of a report again; note the flaky ones; return whether all have passed."""
    failed = list(failures(report)) if report.is_file() else []
    if not failed or len(failed) > MOST_TESTS:
        print(f"{len(failed)} tests are reported as failed: none is run again")
        return False
    broken = []
    for failure in failed:
        print(f"again, by itself: {failure.test}", flush=True)
        if any(passes(failure.test) for _ in range(MOST_RUNS)):
            with flaky.open("a", encoding="utf-8") as notes:
                notes.write(f"FLAKY {failure.test}\n{failure.report}\n\n")
        else:
            broken.append(failure.test)
    for test in broken:
        print(f"FAILED every time: {test}")
    return not broken


def main() -> None:
    """Read the command line and run what it names."""
    parser = argparse.ArgumentParser(prog="python -m tests.rerun", description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("--flaky", type=Path, required=True, help="the file that flaky tests are added to")
    chosen = parser.parse_args()
    sys.exit(not run_again(chosen.report, chosen.flaky))


if __name__ == "__main__":
    main()
