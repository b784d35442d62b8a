"""How a town lives with a real language model: what it says, what is left out, and what it costs.

The model answers through the real client. What everybody says, thinks and writes is printed, to be judged by
a person; no figure here is asserted.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

from engine.api.run import Progress
from engine.api.workspace import Run, Workspace, open_workspace
from engine.clock import moment_words
from engine.errors import DayPaused, NotFound
from engine.models.profiles import MOST_DEADLINE, Profile
from engine.models.served.client.failures import ServerFailed
from engine.models.served.language_model import LanguageModel
from engine.prompts.sense import SpokenOf
from tests.bench.served_figures import Reading, print_figures, print_words

NAME = "served"  # of the profile and of the run
PATIENCE = MOST_DEADLINE  # for one call: a small machine is slow, not wrong
MOST_PAUSES = 100
CONTEXT = 16_384


@dataclass(frozen=True)
class Wanted:
    """Which town is to be lived for how long, with what, and where it is kept."""

    folder: Path
    town: str
    until: str
    seed: int
    model: str = "model"
    gguf: Path | None = None
    server: str = ""
    threads: int = 2
    slots: int = 2


def live_served(wanted: Wanted) -> None:
    """Live a town with a real model, or live on with it, and print the figures and what was said."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    readings = wanted.folder / "readings.jsonl"
    with _server(wanted) as address, open_workspace(wanted.folder / "ws") as workspace:
        run = _run(workspace, wanted, address)
        began = time.monotonic()
        with readings.open("a", 1, encoding="utf-8") as file, _read_aloud(file):
            pauses = _live(run, wanted)
        print(f"\n{run.row.id}, lived to {moment_words(run.clock)} in {time.monotonic() - began:,.0f} s")
        print(f"paused {len(pauses)} times")
        for words, count in Counter(pauses).most_common():
            print(f"  {count} x {words}")
        print_figures(run, [Reading(**json.loads(text)) for text in readings.read_text("utf-8").splitlines()])
        print_words(run)


@contextmanager
def _server(wanted: Wanted) -> Iterator[str]:
    """Yield the address of the server: of the one that is named, or of one that is started for it."""
    if wanted.gguf is None:
        yield wanted.server
        return
    from tests.realserver.serving import serving

    options = ("--threads", wanted.threads, "--slots", wanted.slots, "--context", CONTEXT, "--chat-only")
    with serving(wanted.gguf, wanted.folder, *options) as address:
        yield address


def _run(workspace: Workspace, wanted: Wanted, address: str) -> Run:
    """Return the run that was kept in the folder, or a new one, for which the profile is tested."""
    profile = Profile(
        name=NAME,
        base_url=address,
        model=wanted.gguf.stem if wanted.gguf else wanted.model,
        timeout=PATIENCE,
        concurrency=wanted.slots,
        parameters={"seed": wanted.seed},
    )
    workspace.models.keep(profile)
    try:
        return workspace.runs.find(NAME)
    except NotFound:
        _test(workspace)
        return workspace.runs.new(wanted.town, name=NAME, model=NAME, seed=wanted.seed)


def _test(workspace: Workspace) -> None:
    """Test the profile, and print what is found."""
    began = time.monotonic()
    found = workspace.models.test(NAME)
    usable = "usable" if found.is_usable else "NOT usable"
    print(f"the test of the profile: {usable}, in {time.monotonic() - began:.0f} s")
    for finding in found.findings:
        verdict = {True: "yes", None: "partly", False: "NO"}[finding.ok]
        print(f"  {verdict:>6}  {finding.what}: {finding.words}", flush=True)


def _live(run: Run, wanted: Wanted) -> list[str]:
    """Live to the end, going on whenever it pauses, and return what it said each time."""
    pauses: list[str] = []
    hours = _Hours()
    calls = -1
    while len(pauses) < MOST_PAUSES:
        try:
            run.live(wanted.until, concurrency=2 * wanted.slots, watch=hours.watch)
        except DayPaused as pause:
            pauses.append(str(pause))
            print(f"  paused at {moment_words(run.clock)}: {pause}", flush=True)
            if calls == (calls := run.spent().calls):
                break  # the server is gone
        else:
            break
    return pauses


class _Hours:
    """Says each simulated hour how far a run is."""

    def __init__(self) -> None:
        self._began, self._hour = time.monotonic(), -1

    def watch(self, progress: Progress) -> None:
        """Look at the progress whenever turns end."""
        if progress.minute // 60 != self._hour:
            self._hour = progress.minute // 60
            print(f"  [{time.monotonic() - self._began:6,.0f} s] {progress.words}", flush=True)


@contextmanager
def _read_aloud(file: TextIO) -> Iterator[None]:
    """Write to a file what is thought of each text of an answer, which the log does not keep."""
    read = LanguageModel._read  # the only place that sees the first answer beside the second

    def heard(model: LanguageModel, about: SpokenOf, said: str, *, last: bool = False) -> tuple[str, str]:
        part = fault = ""
        try:
            if last:  # whether it would have been good as a whole
                part = _fault_of(lambda: read(model, about, said))
            return read(model, about, said, last=last)
        except ServerFailed as failure:
            fault = failure.what
            raise
        finally:
            persona, minute = about.prompt.persona.id, about.prompt.now
            reading = Reading(about.prompt.name, persona, minute, last, "" if fault else part, fault, said)
            file.write(json.dumps(asdict(reading)) + "\n")

    with patch.object(LanguageModel, "_read", heard):
        yield


def _fault_of(reading: Callable[[], object]) -> str:
    try:
        reading()
    except ServerFailed as failure:
        return failure.what
    return ""
