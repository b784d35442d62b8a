"""Claims about the agent's own days: what they go into, doors, dangers, resolutions, worries and wishes."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from engine.clock import DAY
from engine.records import Event, Intention, Line, Presence, ThingState
from tests.truth.conclusions.asking import claim, recites, weighs
from tests.truth.log import Past
from tests.truth.reading import Said
from tests.truth.words import stem

PASTIMES: dict[str, str] = yaml.safe_load(Path(__file__).with_name("pastimes.yaml").read_text("utf-8"))


def is_of(past: Past, doing: str, kind: str) -> bool:
    """Return whether a doing is of a pastime."""
    words = PASTIMES.get(kind.lower(), kind).split()
    if past.log.language == "zh":
        return any(word in doing for word in words)
    return not past.log.words.of(doing).isdisjoint(map(stem, words))


def share_of(past: Past, kind: str, least: float) -> str:
    """Say that less than a share of the agent's last waking day went into a pastime."""
    spent = awake = 0
    rows = past.mine(Presence)
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        minutes = (after.minute if after else past.minute) - max(row.minute, past.minute - DAY)
        if not row.asleep and row.doing and minutes > 0:
            awake += minutes
            spent += minutes if is_of(past, row.doing, kind) else 0
    if awake and spent >= least * awake:
        return ""
    return f"{spent} of {awake} waking minutes went into {kind}"


@claim("spends much time on it")
def spends_much(past: Past, said: Said) -> str:
    """A fifth of the waking day at least went into it."""
    return share_of(past, said.text["kind"], 0.2)


@claim("spends most time on it")
def spends_most(past: Past, said: Said) -> str:
    """Two fifths of the waking day at least went into it."""
    return share_of(past, said.text["kind"], 0.4)


@claim("is happiest at it")
def happiest_at(past: Past, said: Said) -> str:
    """Time went into it, and the agent's mood is not bad."""
    mood = past.mood(past.minute)
    return share_of(past, said.text["kind"], 0.2) or (
        f"its mood is {mood}" if mood is not None and mood < 50 else ""
    )


@claim("is busy while all talk of something")
def busy_while_all_talk(past: Past, said: Said) -> str:
    """No sentence names what all talk of, so that nobody can know whether they do."""
    return "it does not say what everybody is talking about"


@claim("stood before closed doors")
def closed_doors(past: Past, said: Said) -> str:
    """The agent could not go into places at least twice."""
    shut = re.compile(r"could not go into|is closed|没能进|关着门")
    times = {row.minute for row in past.memories("observation", "plan") if shut.search(row.text)}
    return "" if len(times) >= 2 else f"it stood before a closed door {len(times)} time(s)"


@claim("dealt with something urgent")
def dealt_with(past: Past, said: Said) -> str:
    """Something urgent happened, and the agent was the one that changed the thing's state within an hour."""
    for event in past.log.rows[Event]:
        if event.urgent and event.minute <= past.minute and past.log.same(said.text["what"], event.text):
            mine = [
                row for row in past.log.rows[ThingState]
                if row.by == past.me and row.thing == event.thing and 0 <= row.minute - event.minute <= 60
            ]  # fmt: skip
            if mine:
                return ""
    return "the agent did nothing about it"


@claim("has made up one's mind")
def made_up_mind(past: Past, said: Said) -> str:
    """A whisper was heard, and a plan made of it."""
    whispers = {row.id for row in past.memories("whisper")}
    made = [row for row in past.memories("plan") if whispers & set(row.evidence)]
    return "" if made else "there was nothing new to make up its mind about"


@claim("an old worry came up today")
def worry_came_up(past: Past, said: Said) -> str:
    """Something said today, to the agent or by it, touches a secret or a worry of its own."""
    name = past.log.names[past.me].full
    today = [row.text for row in past.memories("talk") if row.minute >= past.day_begins()]
    own = [row.text for row in past.memories("seed") if row.text.startswith(name) and weighs(row.text)]
    near = any(past.log.words.touches(old, text) for old in own for text in today)
    return "" if near else "nothing said today touches a worry of the agent"


# ---------------------------------------------------------------- wishes and what the day went into


@claim("is busy and wants something else")
def busy_and_wants(past: Past, said: Said) -> str:
    """The agent holds a wish that it did nothing about today, and the day went into something else."""
    aims = [row for row in past.mine(Intention) if row.kind in ("aim", "deed", "feeling")]
    longs = re.compile(r"\b(wants|hopes|dreams|would like)\b|想|盼")
    if not aims and not any(longs.search(row.text) for row in past.memories("seed")):
        return "the agent has no wish"
    return share_of(past, said.text["kind"], 0.2)


@claim("did one thing and wanted another")
def did_and_wanted(past: Past, said: Said) -> str:
    """The wish is one it lived to have, no sentence of its author's; and it did what is said, today."""
    if recites(past, said.text["what"]):
        return recites(past, said.text["what"])
    did = [row for row in past.does(past.me, said.text["doing"]) if row.minute >= past.day_begins()]
    return "" if did else f"it did not do that today: {said.text['doing']}"


@claim("heard something that touches a worry")
def heard_worry(past: Past, said: Said) -> str:
    """Somebody told the agent what is said, and what it touches is no sentence of its author's."""
    heard = [line for line in past.log.rows[Line] if past.me in line.hearers and line.minute <= past.minute]
    if not any(past.log.words.within(said.text["heard"], line.text) for line in heard):
        return f"nobody told it: {said.text['heard']}"
    return recites(past, said.text["what"])
