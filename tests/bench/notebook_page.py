"""The page of a notebook of forty cells: the CPU of a rerun, and a click until the page is painted."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import sync_playwright

from engine.api.scenarios import notebook_file
from engine.api.workspace import open_workspace
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session
from tests.bench.page import FLAGS
from tests.bench.painted import PAINTED, STANDS
from tests.bench.visitor import serving
from tests.studios import studio, well

TOWN, NAME, CELLS = "three-neighbours", "forty", 40
RERUNS, ROUNDS = 10, 4
FRONT = f"---\ntown-notebook: 1\ntitle: Forty cells\ntown: {TOWN}\nseed: 3\n---\n\n# Forty cells\n"
HOUR = """
## Until {clock}

```yaml {{.run #run-{n}}}
until: "day 1 {clock}"
```

```sql {{.sql #rows-{n} title="What was remembered until {clock}"}}
select clock, kind, importance, text from memory order by row desc limit 20
```

```yaml {{.chart #news-{n}}}
plot: diffusion
of: chess-evening
```

```yaml {{.interview #ask-{n}}}
who: [nell, otto]
ask: [What are you looking forward to?]
```

```yaml {{.expect #holds-{n}}}
that: 2 know chess-evening
```
"""


@dataclass(frozen=True)
class NotebookPage:
    """Seconds of CPU of a rerun with nothing open and with a form open, and each click's milliseconds."""

    rerun: float
    with_form: float
    clicks: list[tuple[str, float]]


def text() -> str:
    """Return a notebook of forty cells: a morning hour by hour, looked at in five ways each hour."""
    return FRONT + "".join(HOUR.format(n=n, clock=f"{6 + n:02}:30") for n in range(CELLS // 5))


@contextmanager
def lived() -> Iterator[Path]:
    """Run the notebook in a workspace of its own, and hand over its folder."""
    with TemporaryDirectory() as folder:
        with open_workspace(folder) as workspace:
            workspace.scenarios.taken_in(TOWN)
            workspace.scenarios.save_file(TOWN, notebook_file(NAME), text(), "forty cells")
            assert Session(workspace, notebook_of(text()), f"{TOWN}/{notebook_file(NAME)}").run()
        yield Path(folder)


def notebook_page(*, painted: bool = True) -> NotebookPage:
    """Measure the page."""
    with lived() as folder:
        with pytest.MonkeyPatch.context() as patched:
            rerun = _rerun(patched, folder)
            with_form = _rerun(patched, folder, cell="ask-3")
        return NotebookPage(rerun, with_form, list(_clicks(folder)) if painted else [])


def _rerun(patched: pytest.MonkeyPatch, folder: Path, **link: str) -> float:
    at = studio(patched, folder, "notebook", town=TOWN, notebook=NAME, **link)
    spent = []
    for _ in range(RERUNS):
        began = time.process_time()
        well(at.run())
        spent.append(time.process_time() - began)
    return statistics.median(spent)


def _clicks(folder: Path) -> Iterator[tuple[str, float]]:
    """Open and close the forms of cells all over the page; the first round is not counted."""
    with serving(folder) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{server.origin}/notebook?town={TOWN}&notebook={NAME}")
        page.get_by_role("heading", name="Forty cells").wait_for(timeout=60_000)
        page.wait_for_function(STANDS, timeout=60_000)
        for number in range(ROUNDS):
            for name in ("run-0", "ask-3", "holds-7"):
                for verb in ("Edit", "Close"):
                    head = page.locator(f'[class*="st-key-tw-nb-head-"][class*="{name}"]')
                    button = head.get_by_role("button", name=verb).first
                    took = page.evaluate(PAINTED, button.element_handle())
                    if number and took is not None:
                        yield f"{verb} {name}", took
        browser.close()
