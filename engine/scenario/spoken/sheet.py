"""CSV: a cast with one row a person, or a sheet with one row a line; columns are recognised by their
names.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from engine.errors import BadInput, worded
from engine.language.names.suggesting import shown
from engine.scenario.spoken.script import MOST_LINES, TABLE, Script, Told, Voices, line_of, name_of

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "full name", "character", "speaker", "who", "persona", "姓名", "名字", "角色"),
    "line": ("line", "text", "dialogue", "says", "voice", "quote", "original", "台词"),
    "age": ("age", "年龄"),
    "pronouns": ("pronouns", "gender", "sex", "性别"),
    "traits": ("traits", "personality", "trait", "innate", "性格"),
    "seed": (
        "seed", "seeds", "memories", "memory", "description", "about", "bio", "background", "learned",
        "backstory", "whisper", "notes", "背景", "描述", "记忆",
    ),
    "home": ("home", "lives at", "room", "住处"),
    "job": ("job", "occupation", "profession", "trade", "职业", "职务"),
    "work": ("work", "works at", "workplace", "work place", "工作地点", "单位"),
    "currently": ("currently", "situation", "goal", "goals", "目标"),
}  # fmt: skip
_PARTS = re.compile(r"[;；\n]")
_LISTED = re.compile(r"[,，;；、/|]")
_GUARDED = re.compile(r"^'(?=['=+\-@\t\r])")
_SENTENCES = re.compile(r"(?<=[.!?。！？])\s*")
_SHE, _HE = ("she", "her", "f", "female", "woman", "女"), ("he", "him", "m", "male", "man", "男")
_MOST_JOB = 200  # letters of what somebody works as, or where
_AGE, _OLDEST = re.compile(r"[0-9]{1,3}"), 150
_MOST_CELL, _MOST_SEEDS, _MOST_TRAITS, _MOST_CELLS = 20_000, 100, 20, 400_000


def read_sheet(text: str) -> Script:
    """Read the lines in a table, and the details of the people. Raises BadInput if no column has names."""
    rows = _rows(text)
    head = [cell.strip().casefold() for cell in next(rows, [])]
    at = {what: found for what, names in _COLUMNS.items() if (found := _column(head, names)) is not None}
    if "name" not in at:
        raise BadInput(
            worded(
                "no column of this table contains names; in the first row, name a column `name`, "
                "`character` or `speaker`"
            )
        )
    voices, unnamed, rows_read = Voices(), 0, 0
    about: dict[str, Told] = {}
    for row in rows:
        rows_read += 1
        cells = {what: _cell(row, number) for what, number in at.items()}
        name = name_of(cells["name"])
        if not name:
            unnamed += bool(any(cells.values()))
            continue
        for said in _PARTS.split(cells.get("line", "")) if "seed" in at else [cells.get("line", "")]:
            voices.say(name, said)
        about[name] = _told(cells, about.get(name))
    unread = sorted({column for number, column in enumerate(head) if column and number not in at.values()})
    left_out: dict[str, int] = {worded("rows without a name"): unnamed} if unnamed else {}
    left_out |= {worded("column {column}", column=shown(column[:60])): rows_read for column in unread[:30]}
    return Script(form=TABLE, said=voices.named({}), about=about, left_out=left_out)


def _rows(text: str) -> Iterator[Sequence[str]]:
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    if text.count(delimiter) > _MOST_CELLS:
        raise BadInput(
            worded(
                "this table has more than {most_cells:,} cells; import only part of it",
                most_cells=_MOST_CELLS,
            )
        )
    reader = csv.reader(io.StringIO(text.replace("\x00", ""), newline=""), delimiter=delimiter)
    try:
        yield from islice(reader, MOST_LINES)
    except csv.Error as error:
        raise BadInput(
            worded(
                "row {line_num} of this table cannot be read ({error}); "
                "correct the row, then import the table again",
                line_num=reader.line_num,
                error=error,
            )
        ) from error


def _column(head: Sequence[str], names: Sequence[str]) -> int | None:
    return next((head.index(name) for name in names if name in head), None)


def _cell(row: Sequence[str], number: int) -> str:
    """Return a cell, without the sign that keeps a spreadsheet from evaluating it."""
    return _GUARDED.sub("", row[number][:_MOST_CELL].strip()) if number < len(row) else ""


def _told(cells: Mapping[str, str], before: Told | None) -> Told:
    """Return the details of a person from a row, added to those of the rows before."""
    before = before or Told()
    age = cells.get("age", "")
    gender = cells.get("pronouns", "").casefold().split("/")[0].strip()
    traits = [line_of(one) for one in _LISTED.split(cells.get("traits", ""))]
    pieces = [one for part in _PARTS.split(cells.get("seed", "")) for one in _SENTENCES.split(part)]
    seeds = [line_of(one) for one in pieces[:500]]
    return Told(
        age=int(age) if _AGE.fullmatch(age) and int(age) <= _OLDEST else before.age,
        pronouns="she" if gender in _SHE else "he" if gender in _HE else before.pronouns,
        traits=tuple(dict.fromkeys((*before.traits, *(one for one in traits if 0 < len(one) <= 80))))[
            :_MOST_TRAITS
        ],
        seeds=tuple(dict.fromkeys((*before.seeds, *(one for one in seeds if one))))[:_MOST_SEEDS],
        home=line_of(cells.get("home", "")) or before.home,
        currently=line_of(cells.get("currently", "")) or before.currently,
        job=line_of(cells.get("job", ""))[:_MOST_JOB] or before.job,
        work=line_of(cells.get("work", ""))[:_MOST_JOB] or before.work,
    )


def _more(before: Sequence[str], now: Iterable[str], most: int) -> tuple[str, ...]:
    """Return earlier and new values, each once, at most `most`."""
    return tuple(dict.fromkeys((*before, *(one for one in now if one))))[:most]
