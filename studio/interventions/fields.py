"""Fields: one for each value that an intervention asks for, by its kind."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.interventions import LONGEST, Asked, Intervention
from engine.api.workspace import Run
from engine.records import AgentId, Memory
from studio import session
from studio.basics.rooms import place_words
from studio.basics.text import shorten
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.interventions.persona_field import persona_field, typed_of_persona
from studio.why.memory_card import kind_word

_MEMORIES = 200  # of one person, offered the newest first


_ROUND = "intervene-round"


def key_of(run: Run, kind: type[Intervention], asked: Asked) -> str:
    """Return the key of a field. It changes after an intervention, so that the field is empty again."""
    return in_this_round(f"{kind.verb}-{asked.name}-{run.number}")


def in_this_round(key: str) -> str:
    """Return a key that changes after each intervention."""
    times = session.recalled(_ROUND, 0)
    return f"{key}{f'-{times}' if times else ''}"


def empty_fields() -> None:
    """Empty all fields; after a refusal they keep what was typed."""
    session.remember(_ROUND, session.recalled(_ROUND, 0) + 1)


def field(run: Run, kind: type[Intervention], asked: Asked, given: Mapping[str, str]) -> str:
    """Draw one field and return its value. A state is one of the object chosen before it."""
    key, label = key_of(run, kind, asked), tr_worded(asked.label)
    match asked.kind:
        case "state":
            return _state(run, label, given["thing"], key)
        case "memory":
            return _memory(run, label, key)
        case "people":
            return _people(run, label, key)
        case "persona":
            return persona_field(run, key)
        case "agent" | "thing" | "room":
            return _choice(run, asked.kind, label, key, optional=asked.optional)
        case _:
            label = tr("{label} (optional)", label=label) if asked.optional else label
            return st.text_input(label, key=key, max_chars=LONGEST, placeholder=tr_worded(asked.example))


def typed_in(asked: Asked, key: str) -> tuple[str, ...]:
    """Return the keys of the fields whose typed text should be stored, since it may be long."""
    return {"text": (key,), "persona": typed_of_persona(key)}.get(asked.kind, ())


def can_be_asked(run: Run, kind: type[Intervention]) -> bool:
    """Return whether the town has at least one of each kind that is asked for."""
    return all(_choices(run, asked.kind) for asked in kind.asks if asked.kind in ("agent", "thing", "room"))


def _choice(run: Run, kind: str, label: str, key: str, *, optional: bool = False) -> str:
    names = run.town.cast.names

    def called(one: str) -> str:
        return shorten(names[one] if kind == "agent" else place_words(one), 70) if one else tr("At home")

    offered = [*([""] if optional else []), *_choices(run, kind)]
    return st.selectbox(label, offered, key=key, format_func=called)


def _people(run: Run, label: str, key: str) -> str:
    names = run.town.cast.names
    chosen = st.multiselect(label, list(names), key=key, format_func=lambda one: shorten(names[one], 70))
    return ", ".join(chosen)


def _choices(run: Run, kind: str) -> list[str]:
    world = run.town.world
    return list({"agent": run.town.cast.names, "thing": world.things, "room": world.rooms}[kind])


def _state(run: Run, label: str, thing: str, key: str) -> str:
    now = run.at().things.get(thing) if run.is_founded else run.town.world.things[thing].state
    chosen = st.selectbox(
        label,
        [state for state in run.town.world.things[thing].states if state != now],
        index=None,
        key=f"{key}-{thing}-{now}",
        accept_new_options=True,
        placeholder=tr("now {state}: choose or type another", state=now)
        if now
        else tr("no state yet: choose or type"),
    )
    return chosen or ""


def _memory(run: Run, label: str, key: str) -> str:
    """Draw the choice of a person, and of one of their memories."""
    agent: AgentId = _choice(run, "agent", tr("Person"), f"{key}-whose")
    found = {memory.id: memory for memory in run.at().memories(agent, limit=_MEMORIES).items}
    chosen = st.selectbox(
        label,
        list(found),
        index=None,
        key=f"{key}-{agent}",
        format_func=lambda row: _told(found[row]),
        placeholder=tr("choose a memory, or type a word from it"),
    )
    return str(chosen) if chosen is not None else ""


def _told(memory: Memory) -> str:
    return tr(
        "{memory} ({kind}, {moment})",
        memory=shorten(memory.text, 90),
        kind=kind_word(memory.kind),
        moment=moment_words(memory.minute),
    )
