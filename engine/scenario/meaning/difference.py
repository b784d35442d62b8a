"""One difference between two scenarios, in words that need no file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.display.listed import Displayed
from engine.errors import Worded, with_commas, worded

How = Literal["added", "removed", "changed", "moved", "renamed"]
Of = Literal["place", "room", "object", "person", "fact", "event", "town", "wording"]

NOTHING = worded("none")
TIE = "tie to "
# What people read for a field whose key would not be plain; logs and the command line use the keys.
_LABELS: Mapping[str, Worded] = MappingProxyType(
    {
        "about": worded("description"),
        "circumstances now": worded("current circumstances"),
        "known": worded("known to"),
        "state at first": worded("initial state"),
        "waking": worded("wake-up time"),
        "waking and bedtime": worded("wake-up time and bedtime"),
    }
)
_LONGEST = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Displayed):
    """One difference: `about` names the part (`Café/counter`, `nell`, the id of a fact) as in the later
    scenario, `field` its field, `before` and `after` the two values.
    """

    how: How
    of: Of
    about: str
    field: str = ""
    before: str = ""
    after: str = ""
    words: str

    @property
    def head(self) -> str:
        """Return the subject of the difference, without its values."""
        head = self.words.values.get("head") if isinstance(self.words, Worded) else None
        return head if isinstance(head, str) else self.words


def changed(of: Of, about: str, called: str, fields: Iterable[tuple[str, str, str]]) -> Iterator[Difference]:
    """Yield the differences among the fields (name, before, after) of a part that is `called` so."""
    for field, before, after in fields:
        if before != after:
            yield Difference(
                how="changed", of=of, about=about, field=field, before=before, after=after,
                words=worded(
                    "{head}: {before} → {after}",
                    head=_head(of, called, field), before=_short(before), after=_short(after),
                ),
            )  # fmt: skip


def came_and_went(
    of: Of,
    about: str,
    field: str,
    before: Iterable[str],
    after: Iterable[str],
    words: Mapping[How, Callable[[str], Worded]],
) -> Iterator[Difference]:
    """Yield the items removed from a list and those added, one by one, each with its words."""
    old, new = list(before), list(after)
    for how, these, others in (("removed", old, new), ("added", new, old)):
        for one in these:
            if one not in others:
                gone = how == "removed"
                yield Difference(
                    how="removed" if gone else "added", of=of, about=about, field=field,
                    before=one if gone else "", after="" if gone else one,
                    words=words["removed" if gone else "added"](_short(one)),
                )  # fmt: skip


def field_words(field: str) -> str:
    """Return the name of a field as people read it."""
    if field.startswith(TIE):
        return worded("relationship to {name}", name=field.removeprefix(TIE))
    return _LABELS.get(field, field)


def listed(values: Iterable[str]) -> str:
    """Join values with commas."""
    return with_commas(list(values))


def _head(of: Of, called: str, field: str) -> Worded:
    """Return the field and part of a difference in words."""
    field = field_words(field)
    if of == "person":
        return worded("{name}’s {field}", name=called, field=field)
    if of == "fact":
        return worded("Fact {fact}, {field}", fact=called, field=field)
    if of == "town":
        return worded("Setting {field}", field=field) if called else worded("The town’s {field}", field=field)
    return worded("{place} {field}", place=called, field=field)


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    if len(one_line) > _LONGEST:
        return f"{one_line[: _LONGEST - 1]}…"
    return (text if one_line == text else one_line) or NOTHING
