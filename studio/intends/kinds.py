"""The kinds of intentions as a form shows them: titles, field labels and layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.api.scenarios import fields_of_kind
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.intends.event_kinds import event_titles


@dataclass(frozen=True, slots=True)
class KindInfo:
    """The title of a kind of intention, and the labels of its fields `what` and `with` or `to`."""

    title: str
    what: str
    whom: str = ""


KINDS: Mapping[str, KindInfo] = MappingProxyType(
    {
        "meeting": KindInfo(marked("Meeting"), marked("What for"), marked("With whom")),
        "message": KindInfo(marked("Message"), marked("What they tell"), marked("To whom")),
        "occasion": KindInfo(marked("Gathering"), marked("What they host"), marked("Who is invited")),
        "request": KindInfo(marked("Request"), marked("What they want"), marked("From whom")),
        "question": KindInfo(marked("Question"), marked("What they ask"), marked("Who they ask")),
        "secret": KindInfo(marked("Secret"), marked("What is kept secret")),
        "errand": KindInfo(marked("Errand"), marked("What they fetch or do")),
        "help": KindInfo(marked("Help someone"), marked("What they do"), marked("For whom")),
        "visit": KindInfo(marked("Visit"), marked("What for"), marked("Who they visit")),
        "deed": KindInfo(marked("Action"), marked("What they do")),
        "habit": KindInfo(marked("Habit"), marked("What they do every day"), marked("With whom")),
        "aim": KindInfo(
            marked("Aim"), marked("What they want to do or become"), marked("Whose support they want")
        ),
        "feeling": KindInfo(marked("Feeling"), marked("What they feel"), marked("Towards whom")),
        "move": KindInfo(marked("New home"), ""),
        "prohibition": KindInfo(
            marked("Prohibition"), marked("What they must not do"), marked("Who they must avoid")
        ),
    }
)
"""The kinds that an author can state, the most used first."""

_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "except": marked("Except"),
        "kept_from": marked("Kept secret from"),
        "where": marked("Where"),
        "at": marked("When"),
        "by": marked("No later than"),
        "every": marked("Every day at"),
        "until": marked("Until"),
        "closeness": marked("Closeness"),
    }
)
HINTS: Mapping[str, str] = MappingProxyType(
    {
        "at": "day 2 19:00",
        "by": "day 2 12:00",
        "every": "08:00",
        "until": "day 3 18:00",
    }
)
"""Examples of how a moment is written, the same in every language."""

PEOPLE = ("with", "to", "except", "kept_from")
"""The fields that name people by id."""

_SHORT = ("where", "at", "by", "every", "until", "closeness")
_IN_A_LINE = 3  # fields side by side
_PEOPLE_IN_A_LINE = 2  # names need room


def kind_titles() -> dict[str, str]:
    """Return the title of each kind of intention, by kind."""
    return {kind: tr(info.title) for kind, info in KINDS.items()}


def kind_title(kind: str) -> str:
    """Return the title of a kind of intention or event, also of one that no form offers."""
    return {**kind_titles(), **event_titles()}.get(kind) or tr(kind).capitalize()


def form_lines(kind: str) -> list[list[str]]:
    """Return the fields of a kind of intention as the lines of a form."""
    fields = fields_of_kind(kind) if kind in KINDS else ()
    lines = [["what"]] if "what" in fields else []
    for group, most in ((PEOPLE, _PEOPLE_IN_A_LINE), (_SHORT, _IN_A_LINE)):
        shown = [field for field in fields if field in group]
        lines += [shown[first : first + most] for first in range(0, len(shown), most)]
    return lines


def field_label(kind: str, field: str) -> str:
    """Return the label of a field of a kind of intention."""
    info = KINDS.get(kind)
    if info is not None and field == "what" and info.what:
        return tr(info.what)
    if info is not None and field in ("with", "to") and info.whom:
        return tr(info.whom)
    return tr(_FIELDS[field])
