"""Writes docs/views.md, the page about the views that SQL can be asked over: `python -m tests.views_page`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from engine.api.run import View
from engine.api.workspace import open_workspace

PAGE = Path(__file__).resolve().parents[1] / "docs" / "views.md"
LEAD = """# Views

These are the tables you can query with `townwright query RUN SQL`, `run.query(sql)` and the Patterns page of
the studio. Each view shows one run up to one moment. It contains nothing that happened later. For a
conversation still in progress, it contains only what has been said so far.

Views are read-only. A query is one SELECT, and it can use only SQLite functions whose result depends on their
arguments alone. You cannot read other tables, other runs or API keys. A query has a time limit (`--seconds`,
`seconds=`) and a row limit (`--limit`, `most=`).

`row` is the id that `townwright why` and the Why panel open. Minutes are counted from 00:00 of day 1.

A pattern is a query that returns a column `row`. It can also return `sentence`, `minute`, `agent`, `other`,
`who` and `rows` (all rows that the result is based on, as JSON). The bundled patterns return a `wording`
instead of a `sentence`. The texts for each wording are under `sifts` in the `story.yaml` of each language
pack.

```
townwright query last "SELECT speaker, count(*) AS lines FROM line GROUP BY speaker ORDER BY lines DESC"
```
"""


def views_page(views: tuple[View, ...]) -> str:
    """Return the page as it is to be."""
    return LEAD + "".join(map(_section, views))


def _section(view: View) -> str:
    rows = "".join(f"| `{name}` | {said} |\n" for name, said in view.columns.items())
    about = view.about[:1].upper() + view.about[1:]
    return f"\n## {view.name}\n\n{about}.\n\n| column | content |\n|---|---|\n{rows}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, open_workspace(folder) as workspace:
        PAGE.write_text(views_page(workspace.runs.new("three-neighbours").views), "utf-8")
