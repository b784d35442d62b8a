"""Writes docs/views.md, the page about the views that SQL can be asked over: `python -m tests.views_page`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from engine.api.run import View
from engine.api.workspace import open_workspace

PAGE = Path(__file__).resolve().parents[1] / "docs" / "views.md"
LEAD = """# Views

What `townwright query RUN SQL`, `run.query(sql)` and the Sifts page of the studio can be asked over. Each
view shows one run up to one moment: at a moment nothing later is in any of them, and of a talk that goes on
only what has been said. They can only be read, by one SELECT at a time, with SQLite's own functions that
depend on nothing but what they are given; no other table, no other run and no key can be reached. A query
ends after some seconds (`--seconds`, `seconds=`) and with so many rows (`--limit`, `most=`).

`row` is the id that `townwright why` and the Why panel open. Minutes are counted from 00:00 of day 1. A
sift is SQL that gives a column `row`; it may give `sentence`, `minute`, `agent`, `other`, `who` and `rows`
(all rows it rests on, as JSON) as well. In place of `sentence`, which is the same in every town, those that
come with the studio give a `wording`, named in the `sifts` of `story.yaml` of the language packs.

```
townwright query last "SELECT speaker, count(*) AS lines FROM line GROUP BY speaker ORDER BY lines DESC"
```
"""


def views_page(views: tuple[View, ...]) -> str:
    """Return the page as it is to be."""
    return LEAD + "".join(map(_section, views))


def _section(view: View) -> str:
    rows = "".join(f"| `{name}` | {said} |\n" for name, said in view.columns.items())
    return f"\n## {view.name}\n\n{view.about[:1].upper()}{view.about[1:]}.\n\n| column | |\n|---|---|\n{rows}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, open_workspace(folder) as workspace:
        PAGE.write_text(views_page(workspace.runs.new("three-neighbours").views), "utf-8")
