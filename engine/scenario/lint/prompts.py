"""Checks of an author's own wording of a prompt: its name, its placeholders, and missing parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from string import Template

from engine.errors import with_commas, worded
from engine.language.names.suggesting import did_you_mean, nearest, shown
from engine.prompts.meanings import MEANINGS
from engine.prompts.render import COMMON
from engine.prompts.wordings import MOST_LETTERS, NAMES, Wording, left_out, marker, may_use, wording
from engine.scenario.allowed_files import prompt_of
from engine.scenario.problems import Problem, Severity
from engine.scenario.reading.reader import read_text

_MOST_TIMES = 8  # that one placeholder stands in a wording
_LIKE_A_MARKER = re.compile(r"<!--\s*made\s+from[^\n]*")


def lint_prompts(files: Mapping[str, str | bytes]) -> Iterator[Problem]:
    """Yield every problem of the prompt wordings among the files of a scenario."""
    for file in sorted(files):
        name = prompt_of(file)
        if name is None:
            continue
        if name not in NAMES:
            known = worded("use one of: {names}", names=with_commas(NAMES))
            remedy = did_you_mean(name, NAMES, known)
            yield Problem(file, 1, 1, "TW601", worded("there is no prompt {name}", name=shown(name)), remedy)
            continue
        problems: list[Problem] = []
        text = read_text(files[file], file, problems)
        yield from problems
        if text is not None:
            yield from _wording(_Page(file, text), wording(name, text))


class _Page:
    """A file with its lines, so that a problem can give its position."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")

    def note(
        self, code: str, message: str, remedy: str, at: int = 0, severity: Severity = "error"
    ) -> Problem:
        """Build a problem at an offset of the file."""
        line = self.text.count("\n", 0, at) + 1
        col = at - self.text.rfind("\n", 0, at)
        return Problem(self.file, line, col, code, message, remedy, severity)


def _wording(page: _Page, own: Wording) -> Iterator[Problem]:
    begins = len(page.text) - len(own.text)  # below the marker
    if not own.text.strip():
        remedy = worded("write the prompt, or delete the file to use the default again")
        yield page.note("TW605", worded("the wording is empty"), remedy, begins)
        return
    if len(own.text) > MOST_LETTERS:
        long = worded("the wording has {text:,} characters", text=len(own.text))
        yield page.note(
            "TW604",
            long,
            worded("shorten it to at most {most_letters:,}", most_letters=MOST_LETTERS),
            begins + MOST_LETTERS,
        )
        return
    yield from _placeholders(page, own, begins)
    for found in _LIKE_A_MARKER.finditer(own.text):
        stray = worded("this line is sent to the model, because it is not at the top or not valid")
        remedy = worded("make {marker} the first line, or remove this line", marker=marker(own.name))
        yield page.note("TW606", stray, remedy, begins + found.start(), "warning")
    for name in left_out(own.name, own.text):
        missing = worded("${name} is missing: {meanings}", name=name, meanings=MEANINGS[own.name][name])
        yield page.note(
            "TW607", missing, worded("add ${name} where it belongs", name=name), begins, "warning"
        )
    if own.default_moved_on:
        moved = worded(
            "the default wording of {name!r} has changed since this wording was written", name=own.name
        )
        remedy = worded(
            "compare the two, copy what you want, and change the first line to {marker}",
            marker=marker(own.name),
        )
        yield page.note("TW608", moved, remedy, 0, "notice")


def _placeholders(page: _Page, own: Wording, begins: int) -> Iterator[Problem]:
    known = may_use(own.name)
    seen: Counter[str] = Counter()
    listed = worded("this prompt can use {places}", places=with_commas(f"${name}" for name in known))
    for found in Template.pattern.finditer(own.text):
        name = found["named"] or found["braced"]
        at = begins + found.start()
        if found["invalid"] is not None:
            yield page.note(
                "TW602", worded("this $ does not start a placeholder"), worded("write $$ for a plain $"), at
            )
        elif name and name not in known:
            near = nearest(name, known)
            remedy = worded("did you mean ${near}? {listed}", near=near, listed=listed) if near else listed
            yield page.note("TW603", _unknown(own.name, name[:60]), remedy, at)
        seen[name or ""] += 1
        if name and seen[name] == _MOST_TIMES + 1:
            often = worded(
                "${name} appears more than {most_times} times and adds to the cost each time",
                name=name[:60],
                most_times=_MOST_TIMES,
            )
            yield page.note("TW609", often, worded("use it once"), at)


def _unknown(prompt: str, name: str) -> str:
    if prompt == COMMON:
        return worded(
            "${name} cannot be used in {prompt!r}, because this text must be the same in every call",
            name=name,
            prompt=prompt,
        )
    return worded("unknown placeholder ${name} in {prompt!r}", name=name, prompt=prompt)
