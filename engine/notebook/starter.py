"""A notebook to begin with: a small one about any town, or one of the lessons that come with Townwright."""

from __future__ import annotations

import importlib.resources
from collections.abc import Mapping

from engine.api.text import did_you_mean, safe_json
from engine.errors import BadInput, NotFound, with_commas, worded
from engine.notebook.parts import SUFFIX
from engine.notebook.reading.read import notebook_of
from engine.records import Scenario

_ORDER = (
    "what-does-she-remember",
    "from-events-to-reflections",
    "how-news-spreads",
    "switch-off-a-faculty",
    "one-word-changed",
    "is-it-conscious",
    "run-it-ten-times",
    "make-a-rumour-go-wrong",
    "find-the-gold",
)
_TEXT = """\
---
town-notebook: 1
title: {title}
town: {town}
seed: {seed}
brain: rules             # needs no key; or the name of a profile of a served model
lang: {lang}
---

# {title}

Write here what you want to find out. Cells that change the town (`edit`, `run`, `event`, `whisper`,
`branch`) make a checkpoint each; all others look at the checkpoint above them.

```yaml {{.run #day-1}}
days: 1
```

```sql {{.sql #talks title="Who talked most?"}}
select speaker, count(*) as lines from line group by speaker order by lines desc
```

```yaml {{.interview #ask-1}}
who: {who}
ask: [What was this day like?]
```

```yaml {{.expect #holds-1}}
that: 1 talks
```
"""


def starter(scenario: Scenario, town: str) -> str:
    """Return the text of a notebook about a town. BadInput where it cannot be named in one."""
    if not town.strip() or "\n" in town:
        raise BadInput(
            worded(
                "{town!r:.60} is not a valid scenario name; use a name that is not empty and has no "
                "line breaks",
                town=town,
            )
        )
    return _TEXT.format(
        title=_one_line(f"What happens in {scenario.town}?"),
        town=safe_json(town),
        seed=scenario.seed,
        lang=scenario.language,
        who=scenario.personas[0].id,
    )


_BARE = """\
---
town-notebook: 1
title: {title}
town: {town}
seed: {seed}
brain: {brain}
lang: {lang}
---

# {title}
"""


def bare(scenario: Scenario, town: str, *, title: str, seed: int, brain: str) -> str:
    """Return the text of a notebook about a town that has no cells yet."""
    return _BARE.format(
        title=_one_line(title),
        town=safe_json(town),
        seed=seed,
        brain=safe_json(brain),
        lang=scenario.language,
    )


def _one_line(text: str) -> str:
    """Return a text as a title that stands in YAML and in Markdown alike."""
    return safe_json(" ".join(text.split())).strip('"').replace(":", " ")


def lessons() -> tuple[str, ...]:
    """Return the names of the bundled lessons in the order in which they are taught.

    A version in another language is named with it: `what-does-she-remember.zh`.
    """
    files = (entry.name for entry in importlib.resources.files("scenarios").iterdir())
    return tuple(sorted((file.removesuffix(SUFFIX) for file in files if file.endswith(SUFFIX)), key=_place))


def _place(name: str) -> tuple[int, str]:
    lesson = name.partition(".")[0]
    return (_ORDER.index(lesson) if lesson in _ORDER else len(_ORDER)), name


def lesson_languages() -> Mapping[str, Mapping[str, str]]:
    """Return the versions of each lesson: by lesson, the name of its version in each language."""
    found: dict[str, dict[str, str]] = {}
    for name in lessons():
        lesson, _, language = name.partition(".")
        found.setdefault(lesson, {})[language or "en"] = name
    return found


def lesson_titles() -> Mapping[str, str]:
    """Return the titles of the lessons by their names."""
    return {name: notebook_of(lesson_text(name)).front.title for name in lessons()}


def lesson_text(name: str) -> str:
    """Return the text of a lesson that comes with Townwright; NotFound suggests one."""
    known = lessons()
    if name not in known:
        remedy = did_you_mean(name, known, worded("use one of: {known}", known=with_commas(known)))
        raise NotFound(worded("there is no lesson {name!r:.60}; {remedy}", name=name, remedy=remedy))
    return (importlib.resources.files("scenarios") / f"{name}{SUFFIX}").read_text("utf-8")
