"""Words threads in the reader's language: state, source, time and place, and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.api.run import SOURCE_WORDS, Thread, ThreadState
from engine.api.workspace import Run
from engine.records import AgentId, IntentionState, Persona
from studio.basics.people import person_of
from studio.basics.rooms import place_words
from studio.basics.text import shorten
from studio.catalogue.headings import headed
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded

Colour = Literal["red", "orange", "blue", "green", "gray"]


@dataclass(frozen=True)
class Look:
    """How a state is shown: its title, icon and colour."""

    title: str
    icon: str
    colour: Colour


LOOKS: Mapping[ThreadState, Look] = MappingProxyType(
    {
        "failed": Look(marked("Failed"), ":material/cancel:", "red"),
        "late": Look(marked("Late"), ":material/event_busy:", "red"),
        "not_understood": Look(marked("Not understood"), ":material/help:", "orange"),
        "under_way": Look(marked("In progress"), ":material/pending:", "blue"),
        "told": Look(marked("Told"), ":material/campaign:", "blue"),
        "asked_for": Look(marked("Pending"), ":material/schedule:", "gray"),
        "agreed": Look(marked("Agreed"), ":material/handshake:", "blue"),
        "done": Look(marked("Done"), ":material/check_circle:", "green"),
        "kept_to": Look(marked("In effect"), ":material/lock_clock:", "gray"),
        "daily": Look(marked("Habit"), ":material/event_repeat:", "gray"),
        "dropped": Look(marked("Dropped"), ":material/remove_circle:", "gray"),
    }
)

STEPS: Mapping[IntentionState, str] = MappingProxyType(
    {
        "held": marked("Pending"),
        "told": marked("Told"),
        "prepared": marked("Prepared"),
        "begun": marked("Started"),
        "agreed": marked("Agreed"),
        "done": marked("Done"),
        "failed": marked("Failed"),
        "dropped": marked("Dropped"),
    }
)


def who_of(run: Run, thread: Thread) -> Persona:
    """Return the persona of a thread; for an event, a persona that stands for the town."""
    return (
        person_of(run, thread.agent)
        if thread.agent
        else Persona(id="", name=tr("The town"), emoji="🏘️", home="")
    )


def state_words(state: ThreadState) -> str:
    """Return the title of a state."""
    return tr(LOOKS[state].title)


def source_words(thread: Thread) -> str:
    """Return the source of a thread, with the file if there is one."""
    source = tr_worded(SOURCE_WORDS[thread.source.origin])
    if not thread.source.file:
        return tr("from {source}", source=source)
    return tr("from {source} in {file}", source=source, file=thread.source.file)


def about_words(thread: Thread) -> str:
    """Return the time, place and source of a thread on one line."""
    return " · ".join(_about(thread))


def names_of(run: Run, agents: Sequence[AgentId]) -> str:
    """Return the names of agents as a list in words."""
    names = run.town.cast.names
    return with_commas(shorten(names.get(agent, agent), 60) for agent in agents)


def thread_rows(run: Run, threads: Sequence[Thread]) -> list[dict[str, object]]:
    """Return threads as the rows of a table."""
    return headed(
        {
            marked("state"): state_words(thread.state),
            marked("person"): who_of(run, thread).name,
            marked("thread"): tr_worded(thread.words),
            marked("reason"): tr_worded(thread.reason),
            marked("next due"): moment_words(thread.due) if thread.due is not None else "",
            marked("heard by"): names_of(run, thread.heard),
            marked("not heard by"): names_of(run, thread.unheard),
            marked("source"): source_words(thread),
            marked("id"): str(thread.shown_by),
        }
        for thread in threads
    )


def _about(thread: Thread) -> Iterator[str]:
    if thread.due is not None and thread.state == "late":
        yield tr("was due {moment}", moment=moment_words(thread.due))
    elif thread.due is not None:
        yield tr("next due {moment}", moment=moment_words(thread.due))
    elif thread.when is not None and thread.ended is not None:
        yield tr("was planned for {moment}", moment=moment_words(thread.when))
    if thread.place:
        yield place_words(thread.place)
    yield source_words(thread)
