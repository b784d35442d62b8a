"""A page of HTML: a notebook with its results in one file, to read offline and to print.

It has no script and loads nothing; whatever is in a text is shown as text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt

from engine.errors import worded
from engine.notebook.outputs import Output, Quote, Say, as_it_is, listed
from engine.notebook.parts import Cell, Notebook
from engine.notebook.running.predicting import a_number
from engine.notebook.running.session import CellState
from engine.notebook.showing.drawing import drawn
from engine.notebook.showing.edition import Edition, Shown, is_answer, shown_parts
from engine.notebook.showing.words import ANSWER, FAILS, HOLDS, PREDICT, asked_words, kind_words
from engine.notebook.specs import Edit, Event, Predict, Run

_HELD = worded(
    "First write down your prediction above. Then your teacher shows you the result, or you run "
    "the notebook yourself."
)
_TO_RUN = worded(
    "To run it, open it on the Notebook page of the studio, or type `townwright notebook run "
    "FILE`. The same town and seed give the same results. Answers stay hidden until you click "
    "to show them, so you can project this page."
)
_HELD_TOO = worded("This result is also shown after your prediction.")
_LEVELS = (
    worded("secondary school and up"), worded("upper secondary school, university"),
    worded("people who write stories or games, 16 and up"), worded("primary"), worded("secondary"),
    worded("university"),
)  # fmt: skip
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #595959; --rule: #bbb; --back: #fff; --tint: #f4f1ea;
  --mark: #1f5f8b; font: 11pt/1.5 Georgia, "Times New Roman", "Liberation Serif", "Noto Serif",
  "DejaVu Serif", "Songti SC", "Noto Serif CJK SC", serif; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3dc; --soft: #b0aca3; --rule: #55524c;
  --back: #1b1a18; --tint: #262420; --mark: #7fb8dd; } }
body { color: var(--ink); background: var(--back); max-width: 44em; margin: 2em auto; padding: 0 1em;
  overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
a { color: var(--mark); }
pre, code { font: .85em/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { white-space: pre-wrap; background: var(--tint); padding: .5em .8em; margin: .4em 0; }
.cell { border-left: 3px solid var(--rule); padding: .1em 0 .1em 1em; margin: 1.4em 0; }
.cell > header { color: var(--soft); font-size: .85em; }
.predict, .solution { padding: .4em .6em .4em 1em; }
.predict { background: var(--tint); border-left-color: var(--mark); break-inside: avoid; }
.solution { background: var(--tint); border-left-style: double; }
.table { overflow-x: auto; }
div[dir] > table { display: block; overflow-x: auto; }
table { border-collapse: collapse; margin: .5em 0; font-size: .9em; }
caption { text-align: left; color: var(--soft); }
th, td { overflow-wrap: break-word; text-align: left; vertical-align: top;
  padding: .15em .9em .15em 0; border-bottom: 1px solid var(--rule); }
td:not(.long) { word-break: keep-all; }
td.long { min-width: 9em; }
th.number { min-width: 3.6em; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
blockquote { margin: .5em 0; padding-left: 1em; border-left: 2px solid var(--rule); }
blockquote p { margin: .2em 0; }
.soft { color: var(--soft); }
.line { border-bottom: 1px solid var(--ink); height: 1.8em; }
svg { max-width: 100%; min-width: 26em; height: auto; color: var(--mark); }
.vega svg { color: var(--ink); overflow: visible; }
@page { margin: 18mm 16mm; }
@media print { :root { --ink: #000; --back: #fff; --tint: #f4f1ea; --soft: #444; --rule: #999; }
  body { max-width: none; margin: 0; padding: 0; } details:not(.key) > summary { display: none; }
  details.key::details-content { content-visibility: visible; display: block; }
  tr, blockquote { break-inside: avoid; } }
"""


def page(
    notebook: Notebook, states: Sequence[CellState], edition: Edition, say: Say = as_it_is
) -> Iterator[bytes]:
    """Yield a notebook as one page, our own words as `say` has them."""
    yield _head(notebook, edition, say).encode()
    is_said = False  # of what is held back it is said once below each prediction how it comes to be seen
    for shown in shown_parts(notebook, states, edition):
        if shown.cell is None:
            yield prose(shown.prose).encode()
            continue
        yield _cell(shown, shown.cell, _HELD_TOO if is_said else _HELD, say).encode()
        is_said = shown.held or (is_said and not isinstance(shown.cell.spec, Predict))
    yield b"</main>\n</body>\n</html>\n"


@lru_cache(maxsize=512)
def prose(text: str) -> str:
    """Return Markdown as HTML in which no HTML of its own is live, and nothing is loaded."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return f'<div dir="auto">{reader.render(text)}</div>\n'


def found(output: Output, say: Say = as_it_is) -> str:
    """Return what came of a cell as HTML, in which whatever anybody wrote is text."""
    return "".join(output_html(output, say))


def escaped(text: object) -> str:
    """Return a text as HTML shows it, whatever is in it."""
    return html.escape(str(text))


def _head(notebook: Notebook, edition: Edition, say: Say) -> str:
    front = notebook.front
    title = escaped(front.title or say(worded("Notebook")))
    lesson = front.lesson
    about = ""
    if lesson is not None:
        goals = "".join(f"<li>{escaped(goal)}</li>" for goal in lesson.aims)
        facts: list[str] = [worded("{n} minutes", n=lesson.minutes)] if lesson.minutes else []
        facts += [level_words(lesson.level)] if lesson.level else []
        words = escaped(say(listed(facts)))
        called = escaped(say(worded("Goals")))
        about = f'<p class="soft">{words}</p>\n' + (f"<h2>{called}</h2><ul>{goals}</ul>\n" if goals else "")
    town = worded("Town: {town}. For students.", town=front.town)
    if edition == "teacher":
        town = worded("Town: {town}. For teachers, with answers.", town=front.town)
        run = re.sub("`([^`]+)`", r"<code>\1</code>", escaped(say(_TO_RUN)))
        about += f'<p class="soft">{run}</p>\n'
    return (
        f'<!doctype html>\n<html lang="{escaped(front.lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f'<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1 dir="auto">{title}</h1>\n'
        f'<p class="soft">{escaped(say(town))}</p>\n{about}'
    )


def level_words(level: str) -> str:
    """Return for whom a lesson is, in words of ours where it says so in one that is usual."""
    return next((one for one in _LEVELS if one == level.strip().casefold()), level)


def _cell(shown: Shown, cell: Cell, held: str, say: Say) -> str:
    if isinstance(cell.spec, Predict):
        inner, kind = _prediction(cell.spec, say), "cell predict"
    elif cell.kind == "note":
        inner, kind = prose(cell.body), "cell solution" if is_answer(cell) else "cell"
    else:
        inner, kind = f"{_says(cell, say)}{_found(shown, held, say)}", "cell"
    called = cell.attributes.get("title", "")
    said = " · ".join(filter(None, (say(kind_words(cell)), called)))
    header = f'<header dir="auto">{escaped(said)}</header>\n'
    if cell.kind == "note" and called:
        header = f'<h2 dir="auto">{escaped(called)}</h2>\n'
    return f'<section class="{kind}" id="{escaped(cell.id)}">\n{header}{inner}</section>\n'


def _says(cell: Cell, say: Say) -> str:
    """Return what a cell asks for: open where it changes the town or is pinned, else behind a word."""
    if not cell.body.strip():
        return ""
    if (words := asked_words(cell)) is not None:
        return f'<p dir="auto">{escaped(say(words))}</p>\n' if words else ""
    code = f'<pre dir="auto">{escaped(cell.shown.rstrip())}</pre>\n'
    does = isinstance(cell.spec, Edit | Event | Run)
    is_open = " open" if does or cell.is_marked("pin") else ""
    how = escaped(say(worded("What this cell does") if does else worded("What this cell asks")))
    return f"<details{is_open}><summary>{how}</summary>\n{code}</details>\n"


def _prediction(spec: Predict, say: Say) -> str:
    asked = f'<p dir="auto"><b>{escaped(say(PREDICT))}</b> {escaped(spec.ask)}</p>\n'
    if spec.type == "choice":
        answer = "".join(f"<p>☐ {escaped(option)}</p>\n" for option in spec.options)
    elif spec.type == "number":
        answer = f"<p>{escaped(say(a_number(spec)))}: ____________</p>\n"
    else:
        answer = '<div class="line"></div>\n' * 2
    return f"{asked}{answer}{_key(spec, say)}"


def _key(spec: Predict, say: Say) -> str:
    """Return the answer to a prediction behind its word, so that the page can be projected; printed, open."""
    if not spec.key:
        return ""
    return f'<details class="key"><summary>{escaped(say(ANSWER))}</summary>{prose(spec.key)}</details>\n'


def _found(shown: Shown, held: str, say: Say) -> str:
    if shown.held:
        return f'<p class="soft">{escaped(say(held))}</p>\n'
    if shown.output is None:
        return f'<p class="soft" dir="auto">{escaped(say(shown.why))}</p>\n' if shown.why else ""
    return "".join(output_html(shown.output, say))


def output_html(output: Output, say: Say = as_it_is) -> Iterator[str]:
    """Yield what a cell found as HTML, piece by piece."""
    if output.passed is not None:
        mark, words = ("✓", HOLDS) if output.passed else ("✗", FAILS)
        yield f"<p><b>{mark} {escaped(say(words))}</b></p>\n"
    for sentence in output.sentences:
        tag = "pre" if "\n" in sentence else "p"
        yield f'<{tag} dir="auto">{escaped(say(sentence))}</{tag}>\n'
    for grid in output.grids:
        yield drawn(grid, output.minute, say)
    asked = ""
    for quote in output.quotes:
        yield _quote(quote, again=quote.asked == asked)
        asked = quote.asked


def _quote(quote: Quote, *, again: bool) -> str:
    """Return an answer, below its question where that was not asked just before."""
    asked = "" if again else f'<p class="soft" dir="auto">{escaped(quote.asked)}</p>'
    said = f"<p><b>{escaped(quote.who)}:</b> {escaped(quote.text)}</p>"
    return f'<blockquote dir="auto">{asked}{said}</blockquote>\n'
