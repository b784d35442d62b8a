"""The views of the log: their columns and source tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import worded
from engine.store.views.view import View

Said = tuple[str, str]  # from what a column is read, and what it says

_MOMENT: Mapping[str, Said] = MappingProxyType(
    {
        "row": ("x.id", worded("the id of the row, for `townwright why` and the Why panel")),
        "minute": ("{minute}", worded("the time, in minutes since 00:00 of day 1")),
        "day": ("{day}", worded("the day, counted from 1")),
        "clock": ("{clock}", worded("the time of day, such as 08:10")),
    }
)
_AGENT: Said = ("x.agent", worded("the id of the person, as in the `agent` column of the person view"))


def _place_of(path: str) -> str:
    return f"CASE instr({path}, '/') WHEN 0 THEN {path} ELSE substr({path}, 1, instr({path}, '/') - 1) END"


_ROOM: Mapping[str, Said] = MappingProxyType(
    {
        "room": ("x.room", worded("the room, as place/room")),
        "place": (_place_of("x.room"), worded("the place it belongs to")),
    }
)
_NEXT = "lead({minute}) OVER (PARTITION BY x.agent ORDER BY x.id)"
_WAS = "lag(x.closeness) OVER (PARTITION BY x.agent, x.other ORDER BY x.id)"
_WAS_SO = "lag(x.value) OVER (PARTITION BY x.agent, x.name ORDER BY x.id)"


def _view(
    name: str,
    table: str,
    about: str,
    columns: Mapping[str, Said],
    *,
    where: str = "{settled}",
    join: str = "",
) -> View:
    every = {**_MOMENT, **columns}
    return View(
        name=name,
        about=about,
        columns=MappingProxyType({column: said for column, (_, said) in every.items()}),
        table=table,
        reads=MappingProxyType({column: read for column, (read, _) in every.items()}),
        join=join,
        where=where,
    )


_MEMORY: Mapping[str, Said] = {
    "agent": _AGENT,
    "kind": ("x.kind", worded("seed, observation, reflection, plan, talk or whisper")),
    "text": ("x.text", worded("the text of the memory")),
    "importance": ("x.importance", worded("how much it matters to them, from 1 to 10")),
    "source": ("nullif(x.source, 0)", worded("the row it comes from: an event, a line or a step")),
    "place": (_place_of("x.place"), worded("the place it is about, or where it was created")),
    "due": ('x."when"', worded("the minute it is about, if any")),
    "about": ("x.about", worded("the people it is about, as a JSON list for json_each")),
    "depth": (
        "x.depth",
        worded("0 for experiences; for a conclusion, 1 more than the depth of its deepest evidence"),
    ),
}
_LINES: Mapping[str, Said] = {
    "minute": ("x.said_at", worded("when it was said, in minutes since 00:00 of day 1")),
    "day": ("(x.said_at / 1440 + 1)", worded("the day, counted from 1")),
    "clock": (
        "printf('%02d:%02d', x.said_at % 1440 / 60, x.said_at % 60)",
        worded("the time of day, such as 08:10"),
    ),
    "talk": ("x.conversation", worded("the row of the conversation")),
    "speaker": ("x.speaker", worded("who said it")),
    "hearers": ("x.hearers", worded("who heard it, as a JSON list for json_each")),
    "text": ("x.text", worded("the text of the line")),
    "thought": ("x.thought", worded("what the speaker thought but did not say")),
    "tells": ("nullif(x.tells, 0)", worded("the speaker's memory that it passes on, if any")),
}
_SAID = "x.said_at < {before}"
_OVER = "x.until <= {before}"

LOG_VIEWS: tuple[View, ...] = (
    _view("event", "event", worded("what happened in a room, visible to everyone there"), {
        **_ROOM,
        "kind": ("x.kind", worded("arrive, leave, act, state, talk, wake, sleep or author")),
        "text": ("x.text", worded("what happened")),
        "agent": ("nullif(x.actor, '')", worded("who did it; NULL for the author and the world")),
        "thing": ("nullif(x.thing, '')", worded("the object it is about")),
        "urgent": ("x.urgent", worded("1 if someone had to deal with it")),
    }, where="1"),
    _view("presence", "presence",
          worded("where people were; each row applies until the next row of the same person"), {
        "agent": _AGENT,
        **_ROOM,
        "until": (
            f"min(ifnull({_NEXT}, {{before}}), {{before}})",
            worded("the minute of the person's next row; for the latest row, the moment of the view"),
        ),
        "inside": ("x.inside", worded("1 if inside, 0 if on the way or at the door")),
        "asleep": ("x.asleep", worded("1 if asleep")),
        "reason": (
            "x.reason",
            worded(
                "the reason for the next turn: wake, arrive, step, notice, talked, closing, whisper or away"
            ),
        ),
        "doing": ("x.doing", worded("what they are doing")),
    }, where="1"),
    _view("memory", "memory", worded("what people remember"), _MEMORY),
    _view("reflection", "memory",
          worded("the conclusions that people drew; the evidence view has the memories behind them"), {
        name: _MEMORY[name] for name in ("agent", "text", "importance", "about", "depth")
    }, where="x.kind = 'reflection' AND {settled}"),
    _view("evidence", "memory",
          worded("the memories that conclusions, promises and plans are based on, one row each"), {
        "agent": _AGENT,
        "kind": ("x.kind", worded("the kind of the memory that cites the evidence")),
        "memory": ("e.value", worded("the row of the memory cited as evidence")),
        "n": ("e.key", worded("the position of the cited memory, starting at 0")),
    }, where="x.evidence <> '[]' AND {settled}", join="CROSS JOIN json_each(x.evidence) e"),
    _view("talk", "conversation", worded("who talked with whom"), {
        **_ROOM,
        "members": (
            "x.members",
            worded("the participants, as a JSON list for json_each; `member` has one row each"),
        ),
        "until": (
            f"CASE WHEN {_OVER} THEN x.until END",
            worded("the minute at which it ended; NULL while it is in progress"),
        ),
        "ended_by": (f"CASE WHEN {_OVER} THEN nullif(x.ended_by, '') END", worded("who ended it, if anyone")),
        "summary": (f"CASE WHEN {_OVER} THEN x.summary END", worded("the summary of the conversation")),
    }, where="1"),
    _view("member", "conversation", worded("who took part in a conversation, one row per person"), {
        "agent": ("m.value", worded("who took part")),
        "n": ("m.key", worded("their position, starting at 0 for the person who started it")),
    }, where="1", join="CROSS JOIN json_each(x.members) m"),
    _view("line", "line", worded("what was said"), _LINES, where=_SAID),
    _view("hearer", "line", worded("who heard a line, one row per person"), {
        **{name: _LINES[name] for name in ("minute", "day", "clock", "talk", "speaker")},
        "agent": ("h.value", worded("who heard it")),
    }, where=_SAID, join="CROSS JOIN json_each(x.hearers) h"),
    _view("plan", "step",
          worded("what people planned; a later row of the same level replaces the parts of earlier rows that "
                 "it overlaps"), {
        "agent": _AGENT,
        "level": ("x.level", worded("day, block or step")),
        "starts": ("x.start", worded("the minute at which it starts")),
        "ends": ('x."end"', worded("the minute at which it ends")),
        "activity": (
            "nullif(x.activity, '')",
            worded("the activity; NULL if this time is to be planned again"),
        ),
        **_ROOM,
        "thing": ("nullif(x.thing, '')", worded("the object it uses")),
        "parent": ("nullif(x.parent, 0)", worded("the row of the plan it is part of")),
        "because": ("CASE x.activity WHEN '' THEN x.thing_state END", worded("why the plan was abandoned")),
    }),
    _view("intention", "intention", worded("what people intend to do, one row per change of state"), {
        "agent": _AGENT,
        "first": ("CASE x.began WHEN 0 THEN x.id ELSE x.began END", worded("the first row of the intention")),
        "kind": ("x.kind", worded("errand, secret, occasion, request, message, …")),
        "state": ("x.state", worded("held, told, prepared, begun, agreed, done, failed or dropped")),
        "deed": ("x.deed", worded("what is to be done")),
        "what": ("x.what", worded("the gathering, the object or the aim")),
        "content": ("x.content", worded("what is to be told, asked or kept secret")),
        "others": ("x.others", worded('the other people, as a JSON list for json_each; "*" for everyone')),
        "place": (_place_of("x.place"), worded("the place where it is to be done")),
        "due": ('x."when"', worded("the minute at which it is to be done")),
        "until": ("x.until", worded("the latest minute at which it is to be done")),
        "because": ("x.because", worded("the reason for its state")),
        "memory": ("x.memory", worded("the row of the memory it comes from")),
    }),
    _view("relation", "relation", worded("the relationships between people, one row per change"), {
        "agent": _AGENT,
        "other": ("x.other", worded("the other person")),
        "kind": ("x.kind", worded("what the other person is to them")),
        "closeness": ("x.closeness", worded("from -1 to 1")),
        "was": (_WAS, worded("the previous value; NULL in the first row")),
        "note": ("x.note", worded("what changed it")),
    }),
    _view("status", "status", worded("people's status values, one row per change"), {
        "agent": _AGENT,
        "name": ("x.name", worded("the name of the value: energy, mood, or a name from the person's file")),
        "value": ("x.value", worded("from 0 to 100")),
        "was": (_WAS_SO, worded("the previous value; NULL in the first row")),
        "because": ("x.because", worded("what changed it")),
        "source": ("nullif(x.source, 0)", worded("the row it comes from")),
    }),
    _view("state", "thing_state", worded("how objects changed"), {
        "thing": ("x.thing", worded("the object, as place/room/object")),
        "place": (_place_of("x.thing"), worded("the place it is in")),
        "state": ("x.state", worded("its state from that moment on")),
        "agent": ("nullif(x.by, '')", worded("who changed it; NULL for the author")),
    }),
    _view("fact_known", "knows",
          worded("which facts of the town people know, one row per memory that states a fact"), {
        "agent": _AGENT,
        "fact": ("x.fact", worded("the id of the fact")),
        "memory": ("x.memory", worded("the row of the memory")),
        "line": (
            "nullif(x.line, 0)",
            worded("the row of the line in which they were told; NULL if nobody told them"),
        ),
        "by": ("nullif(x.by, '')", worded("who said that line")),
    }),
    _view("discovery", "discovery", worded("how people learned about places they did not know"), {
        "agent": _AGENT,
        **_ROOM,
        "way": ("x.way", worded("entered, seen or told")),
        "by": ("nullif(x.by, '')", worded("who told them about it")),
        "source": ("nullif(x.source, 0)", worded("the row it comes from")),
    }),
    _view("diary", "diary", worded("what people wrote in their diaries"), {
        "agent": _AGENT,
        "day": ("x.day", worded("the day it is about")),
        "text": ("x.text", worded("what they wrote")),
    }),
    _view("recall", "recall",
          worded("the searches of people's memories; the recalled view has the results"), {
        "agent": _AGENT,
        "purpose": ("x.purpose", worded("the purpose, such as plan_day, react, converse or reflect")),
        "query": ("x.query", worded("what was searched for")),
    }),
    _view("recalled", "recall", worded("the memories that each search returned, one row per memory"), {
        "agent": _AGENT,
        "n": ("i.key", worded("the position of the memory, starting at 0 for the best score")),
        "memory": ("json_extract(i.value, '$[0]')", worded("the row of the memory")),
        "score": ("json_extract(i.value, '$[1]')", worded("its score, the sum of the next three columns")),
        "recency": ("json_extract(i.value, '$[2]')", worded("the part of the score for recency")),
        "importance": ("json_extract(i.value, '$[3]')", worded("the part of the score for importance")),
        "relevance": ("json_extract(i.value, '$[4]')", worded("the part of the score for relevance")),
    }, join="CROSS JOIN json_each(x.items) i"),
    _view("intervention", "intervened", worded("what authors changed in the town during the run"), {
        "verb": ("x.verb", worded("whisper, set, happen, undo, …")),
        "asked": ("x.asked", worded("the values of its fields, as a JSON object")),
        "who": ("x.who", worded("the author who made it")),
        "why": ("x.why", worded("the reason, if any")),
        "before": ("x.before", worded("the previous values, as a JSON object")),
        "undoes": ("nullif(x.undoes, 0)", worded("the row of the intervention that it undoes, if any")),
        "urges": ("nullif(x.urges, '')", worded("who reflects in the next turn, if anyone")),
    }, where="1"),
    _view("turn", "turn", worded("when each person thought and acted"), {
        "agent": ("nullif(x.agent, '')", worded("whose turn it is; NULL for the author")),
        **_ROOM,
        "reason": ("x.reason", worded("why the turn was taken")),
        "calls": ("x.calls", worded("the number of model calls in the turn")),
    }, where="1"),
    _view("call", "call", worded("the model calls; the Calls page shows their prompts and answers"), {
        "agent": _AGENT,
        "purpose": ("x.purpose", worded("the purpose of the call, such as plan_day")),
        "model": ("x.model", worded("the model that answered")),
    }),
)  # fmt: skip
