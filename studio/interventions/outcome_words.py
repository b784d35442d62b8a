"""The outcomes of interventions in the reader's language.

The engine has them in English, as the command line prints them; here they are built from the same values, so
that each language can use its own order. Outcomes that are not listed here are shown in the engine's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.api.interventions import Done, Intervention, asked_for
from engine.api.run import Arrangement
from engine.api.workspace import Run
from engine.clock import clock_words, parse_clock
from studio.catalogue.lists import with_and
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded

_OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        "set": marked("{thing} is {state}"),
        "happen": marked("“{text}” is seen in {room}"),
        "say": marked("{agent} says “{text}” to {to}"),
        "move": marked("{agent} is in {room}"),
        "away": marked("{agent} is away from the town"),
        "whisper": marked("{agent} hears “{text}” as an inner voice"),
        "commit": marked("{agent} has an appointment in {room} on {when}: “{text}”"),
        "plan": marked("{agent} is in {room} from {begins} to {ends}: {activity}"),
        "reconsider": marked("{agent} reconsiders the day"),
        "reflect": marked("{agent} reflects"),
        "remember": marked("{agent} remembers “{text}”"),
        "reword": marked("Memory {memory} now reads “{text}”"),
        "forget": marked("Memory {memory} is no longer recalled"),
        "tie": marked("{agent}'s closeness to {other} is {closeness}"),
        "tie of a kind": marked("{agent}'s closeness to {other} is {closeness}, {kind}"),
        "feel": marked("{agent} is {status}"),
        "lock": marked("{agent}'s plan for {clock} is locked"),
        "lock-tie": marked("{agent}'s relationship to {other} is locked"),
        "lock-line": marked("{agent} says “{text}” to {hearers} in their next conversation"),
        "lock-line of a talk": marked("{agent} says “{text}” to {hearers} when {talk} is simulated again"),
        "undo": marked("Intervention {entry} is undone"),
    }
)
_PEOPLE = ("agent", "other", "to")


def done_words(run: Run, one: Done, known: Mapping[int, Done]) -> str:
    """Return an intervention as a sentence without its full stop; `known` has all interventions by entry."""
    if one.what is None:
        return tr_worded(one.words)
    taken_back = known.get(one.entry.undoes)
    if taken_back is None:
        return _outcome(run, one.what) or tr_worded(one.words)
    if taken_back.entry.undoes:
        original = known.get(taken_back.entry.undoes, taken_back)
        return tr("Redone: {words}", words=done_words(run, original, known))
    return tr("Undone: {words}", words=done_words(run, taken_back, known))


def planned_words(run: Run, one: Arrangement) -> str:
    """Return a planned intervention as a sentence without its full stop."""
    what = asked_for(one.verb, one.asked)
    said = _outcome(run, what) if what.verb != "undo" else ""
    if not said:
        return tr_worded(run.agenda.words(one))
    when = tr_worded(run.agenda.when(one))
    if one.due is None:
        return tr("{when}: {words}", when=when, words=said)
    return tr("At {moment}: {words}", moment=when, words=said)


def _outcome(run: Run, what: Intervention) -> str:
    """Return the outcome of an intervention; "" if the engine's words are used, or it concerns future
    people.
    """
    form, names = _OUTCOMES.get(_form(what)), run.town.cast.names
    said = what.values()
    people = {field: names.get(said[field], "") for field in _PEOPLE if field in said}
    if form is None or not all(people.values()):
        return ""
    more = _MORE.get(what.verb, _nothing)(run, said)
    return tr(form, **{**said, **people, **more})


def _form(what: Intervention) -> str:
    said = what.values()
    if what.verb == "tie" and said["kind"].strip():
        return "tie of a kind"
    return "lock-line of a talk" if what.verb == "lock-line" and said["talk"].strip() else what.verb


def _tie(_: Run, said: Mapping[str, str]) -> Mapping[str, str]:
    return {"closeness": said["closeness"].strip(), "kind": said["kind"].strip()}


def _feel(run: Run, said: Mapping[str, str]) -> Mapping[str, str]:
    return {"status": run.town.phrases.status(said["name"].strip(), round(float(said["value"]), 1))}


def _lock(_: Run, said: Mapping[str, str]) -> Mapping[str, str]:
    return {"clock": clock_words(parse_clock(said["when"]))}


def _lock_line(run: Run, said: Mapping[str, str]) -> Mapping[str, str]:
    names = run.town.cast.names
    others = dict.fromkeys(one for part in said["others"].split(",") if (one := part.strip()))
    hearers = with_and([names.get(one, one) for one in others])
    return {"hearers": hearers, "talk": said["talk"].strip()}


def _whisper(_: Run, said: Mapping[str, str]) -> Mapping[str, str]:
    return {"text": said["text"] or said["intend"]}


def _nothing(_: Run, said: Mapping[str, str]) -> Mapping[str, str]:
    return {}


_MORE: Mapping[str, Callable[[Run, Mapping[str, str]], Mapping[str, str]]] = MappingProxyType(
    {"whisper": _whisper, "tie": _tie, "feel": _feel, "lock": _lock, "lock-line": _lock_line}
)
