"""The next line of a conversation: an answer, then a topic of the speaker's own, until it takes leave."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.prompts.questions import Speak
from engine.records import Memory
from engine.rehearsal.conversation.answering import respond
from engine.rehearsal.conversation.closing import farewell, in_a_hurry, is_off, is_time_to_go
from engine.rehearsal.conversation.offering import brings_up, gives_way, offer
from engine.rehearsal.conversation.opening import call, greet, is_occasion_for_small_talk
from engine.rehearsal.conversation.talk import Offer, Reply, Talk, talk_of
from engine.rehearsal.conversation.topics.the_day import next_step, next_words
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer, lowest

TIRED = 45.0
_MOST_LISTED = 100
KEEPS_TO_ONESELF = 0.35
SILENCE = "…"
SHOWS = 0.7  # how often it does that one is tired or low as one is not on ordinary days


def speak(prompt: Speak, pack: Pack, draw: Random) -> Answer:
    """Return the speaker's next line."""
    talk = talk_of(prompt, pack, draw)
    greeting = greet(talk) if not talk.mine else ""
    reply = respond(talk)
    said = [greeting, reply.text]
    if prompt.closing:
        return _last(said, talk, reply)
    if reply.text and talk.awaited and not talk.taking_leave:
        return _line(said, talk, "", reply)
    if is_time_to_go(talk) and not reply.holds:
        return _ending(said, talk, reply)
    if reply.holds and not talk.taking_leave:
        return _line(said, talk, "thought_heard", reply)
    stays = bool(reply.text) and (brings_up(talk.answers, talk) or gives_way(talk))
    offered = offer(talk, stays=stays)
    if offered is not None and not (reply.tells and offered.tells):
        return _line([*said, offered.text], talk, offered.thought, reply, offered)
    if not prompt.lines:
        return _in_passing(greeting, talk, reply)
    if stays and offered is None:
        return _line(said, talk, "", reply)
    return _ending(said, talk, reply)


def _in_passing(greeting: str, talk: Talk, reply: Reply) -> Answer:
    """Return a first line with nothing to tell: a greeting, or silence where none is due."""
    if is_occasion_for_small_talk(talk) or talk.is_visit:
        return _line([greeting or call(talk)], talk, "", reply)
    return _line([SILENCE], talk, "", reply, ends=True)


def _last(said: list[str], talk: Talk, reply: Reply) -> Answer:
    """Return the last line of a talk that somebody else has ended: an answer, or silence if none is due."""
    if talk.taking_leave:
        said = [reply.text, farewell(talk, reply.text)]
    return _line(said if any(said) else [SILENCE], talk, "thought_close", reply, ends=True)


def _ending(said: list[str], talk: Talk, reply: Reply) -> Answer:
    """Return what ends a talk: a farewell from whoever leaves, else an answer, or silence.

    People who stay where they are take no leave of each other. A visitor is answered as long as there is an
    answer, and is taken leave of where there is none.
    """
    leaves = talk.taking_leave or (is_off(talk) and bool(talk.mine))
    if talk.is_visit and any(said) and not leaves:
        return _line(said, talk, "", reply)
    if leaves or talk.is_visit:
        going = [reply.text, farewell(talk, reply.text)]  # who leaves greets nobody
        return _line(going, talk, "thought_close", reply, ends=True)
    return _line(said if any(said) else [SILENCE], talk, "thought_close", reply, ends=True)


def _line(
    said: list[str],
    talk: Talk,
    thought: str,
    reply: Reply,
    offered: Offer | None = None,
    *,
    ends: bool = False,
) -> Answer:
    says = tidy(talk.pack.joined(said), 400) or talk.say("hmm") or talk.pack.phrases.of("hmm")[0].text
    parts = [part for part in (offered, reply) if part is not None]
    return {
        "says": says,
        "thought": _thought(talk, thought),
        "ends": ends,
        "tells": next((part.tells for part in parts if part.tells), 0),
        **_spoken_of([part.speaks_of for part in parts if part.speaks_of is not None], talk.prompt),
    }


def _spoken_of(memories: Sequence[Memory], prompt: Speak) -> Answer:
    """Return the numbers of memories that a line speaks of: of those recalled, and of engagements."""
    return {
        "speaks_of": _numbers(memories, prompt.recalled),
        "speaks_of_plans": _numbers(memories, prompt.engagements),
    }


def _numbers(memories: Sequence[Memory], listed: Sequence[Memory]) -> list[int]:
    ids = [memory.id for memory in memories]
    return [number for number, memory in enumerate(listed[:_MOST_LISTED], 1) if memory.id in ids]


def _thought(talk: Talk, frame: str) -> str:
    """Return the speaker's unspoken thought: a secret about the other, or how it feels about them."""
    thought = "\n".join(line.thought for line in talk.mine).lower()
    for memory in talk.prompt.recalled:
        about = any(person.agent in memory.about for person in talk.prompt.people)
        if memory.kind == "seed" and about and talk.understand(memory).private:
            kept = talk.speaker.sentence(talk.speaker.own(memory.text))
            if kept.lower() not in thought and talk.chance(KEEPS_TO_ONESELF):
                return tidy(kept)
            break
    return tidy(talk.speaker.say(frame or _mood(talk), thought, **_values(talk)))


def _mood(talk: Talk) -> str:
    """Return the frame of the thought that fits the speaker's mood."""
    if talk.closeness < 0:
        return "thought_rival"
    if in_a_hurry(talk) and _values(talk)["next"] and talk.chance(0.6):
        return "thought_late"
    feels = talk.prompt.feels
    if feels.worn_out or ((feels.low or feels.spent) and talk.chance(SHOWS)):
        return "thought_tired" if feels.spent else "thought_low"
    if lowest(talk.speaker.persona, talk.pack) < TIRED and talk.chance(0.3):
        return "thought_tired"
    return "thought_friend" if talk.closeness >= 0.3 else "thought_plain"


def _values(talk: Talk) -> dict[str, str]:
    step = next_step(talk)
    return {"other": talk.one.called, "next": next_words(talk, step.activity) if step else ""}
