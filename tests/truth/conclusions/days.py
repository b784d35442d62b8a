"""Claims about the agent's own days: what it spends them on, doors, dangers, resolutions, worries and wishes."""

from __future__ import annotations

import re

from engine.clock import DAY
from engine.records import Event, Intention, Line, Presence, ThingState
from tests.truth.conclusions.asking import claim, is_secret, recites, weighs
from tests.truth.log import Past
from tests.truth.reading import Said
from tests.truth.words import stem

KINDS = {
    "getting up": "wake wash dress up",
    "looking after guests": "serve guest counter cup glass pour customer café pub inn bar table tap welcome regular",
    "cooking and baking": "cook bake bread dough roll soup stew cake oven stove chop stir season pot knead pie",
    "meals": "eat breakfast lunch supper dinner plate crust spoon meal bite",
    "something to drink": "drink tea coffee cup sip glass beer chocolate",
    "writing and study": "write note draft letter cross page book account study sermon poem article read paper",
    "reading": "read book page newspaper",
    "making things with one's hands": "lantern fold paste cut paper sew knit weave carve paint frame needle glue",
    "repairs and handiwork": "mend repair fix plane saw hammer weld tool measure screw clock boat plank",
    "the water and the boats": "boat net fish quay water tide harbour lamp ferry row sail sluice",
    "the garden": "garden water herb plant weed dig bed marrow bean tomato hive bee flower prune",
    "animals": "cat dog hen goat sheep horse bee feed cow pig",
    "music": "accordion play practise piano song sing organ melody guitar band waltz tune",
    "the shop": "shop counter customer till sell shelf stock price stall scale",
    "errands": "deliver fetch carry buy parcel post errand letter",
    "teaching": "teach lesson class school pupil mark explain child",
    "care of the sick": "patient visit surgery pulse bandage medicine sick",
    "office work": "ledger account form file desk office paper sum stamp",
    "prayer and quiet": "pray chapel sermon candle hymn quiet",
    "fresh air": "walk stroll air path shore",
    "cleaning": "clean sweep wipe polish wash scrub tidy mop",
    "celebrating": "party feast celebrate toast dance enjoy",
    "company": "chat talk gossip sit company chess cards",
    "watching the world": "watch look sit bench window see",
    "quiet hours": "rest sit quiet home evening",
    "putting things right": "put right tidy mend order",
}
"""Words of what people do, by the name of a pastime; for another name its own words are looked for."""


def share_of(past: Past, kind: str, least: float) -> str:
    """Say that less than a share of the waking day until now went into a pastime."""
    words = {stem(word) for word in KINDS.get(kind.lower(), kind).split()}
    spent = awake = 0
    rows = past.mine(Presence)
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        begins, ends = max(row.minute, past.minute - DAY), after.minute if after else past.minute
        if row.asleep or ends <= begins or not row.doing:
            continue
        awake += ends - begins
        if words & past.log.words.of(row.doing) or (
            kind[0] >= "\u3400" and past.log.words.touches(kind * 2, row.doing)
        ):
            spent += ends - begins
    return "" if awake and spent >= least * awake else f"{spent} of {awake} waking minutes went into {kind}"


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
        if (
            event.urgent
            and event.minute <= past.minute
            and past.log.words.same(said.text["what"], event.text)
        ):
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
    today = [row for row in past.memories("talk") if row.minute >= past.day_begins()]
    own = [
        row
        for row in past.memories("seed")
        if weighs(row.text) and row.about[:1] in ((), (past.me,)) or is_secret(row.text)
    ]
    near = [old for old in own for row in today if past.log.words.touches(old.text, row.text)]
    return "" if near else "nothing said today touches a worry of the agent"


# ---------------------------------------------------------------- wishes and what the day went into


@claim("is busy and wants something else")
def busy_and_wants(past: Past, said: Said) -> str:
    """The agent holds a wish that it did nothing about today, and much of the day went into something else."""
    aims = [row for row in past.mine(Intention) if row.kind in ("aim", "deed", "feeling")]
    if not aims and not any(
        re.search(r"\b(wants|hopes|would like)\b|想|盼", row.text) for row in past.memories("seed")
    ):
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
