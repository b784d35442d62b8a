"""The kinds of events as a form shows them: titles, field labels and layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.api.scenarios import fields_of_event
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr


@dataclass(frozen=True, slots=True)
class EventInfo:
    """The title of a kind of event, and the label of its field `what`."""

    title: str
    what: str = ""


EVENTS: Mapping[str, EventInfo] = MappingProxyType(
    {
        "vote": EventInfo(marked("Vote"), marked("Name, for example: the vote on the pier")),
        "verdict": EventInfo(marked("Verdict"), marked("Name, for example: the verdict on the theft")),
        "auction": EventInfo(marked("Auction"), marked("Name, for example: the auction of the boat")),
        "count": EventInfo(marked("Head count"), marked("Name, for example: the roll call")),
        "arrival": EventInfo(marked("Arrival"), marked("Who or what arrives, for example: the ferry")),
        "happening": EventInfo(marked("Incident"), marked("What people see happen")),
        "state": EventInfo(marked("State of an object")),
        "closing": EventInfo(marked("Closing")),
    }
)
"""The kinds that an author can plan, those that people take part in first."""

_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "question": marked("Question to decide"),
        "options": marked("Options"),
        "up_to": marked("Highest bid"),
        "decides": marked("Who decides"),
        "where": marked("Where"),
        "at": marked("When"),
        "object": marked("Object"),
        "state": marked("New state"),
        "who": marked("Who can take part"),
        "except": marked("Except"),
        "known_by": marked("Who knows about it"),
        "because": marked("Reason"),
        "facts": marked("Facts they learn from it"),
    }
)

_SHORT = ("where", "at", "object", "state", "up_to", "decides")
_PEOPLE = ("who", "except", "known_by")
_IN_A_LINE = 3  # fields side by side
_PEOPLE_IN_A_LINE = 2  # names need room


def event_titles() -> dict[str, str]:
    """Return the title of each kind of event, by kind."""
    return {kind: tr(info.title) for kind, info in EVENTS.items()}


def event_form_lines(kind: str) -> list[list[str]]:
    """Return the fields of a kind of event as the lines of a form."""
    fields = (*fields_of_event(kind), "known_by") if kind in EVENTS else ()
    lines: list[list[str]] = [[field] for field in ("what", "question", "options") if field in fields]
    for group, most in ((_SHORT, _IN_A_LINE), (_PEOPLE, _PEOPLE_IN_A_LINE)):
        shown = [field for field in group if field in fields]
        lines += [shown[first : first + most] for first in range(0, len(shown), most)]
    because = [["because"]] if "because" in fields else []
    return [*lines, *because, *([["facts"]] if fields else [])]


def event_field_label(kind: str, field: str) -> str:
    """Return the label of a field of a kind of event."""
    info = EVENTS.get(kind)
    if field == "what":
        return tr(info.what) if info is not None and info.what else tr("Event name")
    return tr(_FIELDS[field])
