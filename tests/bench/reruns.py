"""The CPU that a rerun of each section takes, on a long run of the largest bundled town."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest

from tests.bench.painted import lived, somebody
from tests.looks import LOOKS, called
from tests.studios import studio, well

RERUNS = 8


def reruns(days: int, folder: Path | None = None) -> dict[str, float]:
    """Return the median seconds of CPU that a rerun takes, by what is looked at."""
    with lived(days, folder) as place, pytest.MonkeyPatch.context() as patched:
        who = somebody(place)
        return {called(*look): _rerun(patched, place, who, *look) for look in LOOKS}


def _rerun(patched, place, who, page, link) -> float:
    at = studio(patched, place, page, agent=who, **link)
    spent = []
    for _ in range(RERUNS):
        began = time.process_time()
        well(at.run())
        spent.append(time.process_time() - began)
    return statistics.median(spent)
