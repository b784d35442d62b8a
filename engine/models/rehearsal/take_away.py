"""What stays of a conversation: its summary, what was news, what was promised, how one feels."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.clock import day_of
from engine.models.rehearsal.mind import (
    Answer,
    called,
    listed,
    may_meet,
    name_of,
    name_table,
    paths_of,
    place_in,
    room_words,
)  # fmt: skip
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.rate import importance
from engine.models.rehearsal.talk import answered
from engine.models.rehearsal.telling import kept, statement, told_part
from engine.models.rehearsal.text import bare, sentence, tidy
from engine.models.rehearsal.when import clock_of, read_when
from engine.prompts.questions import TakeAway
from engine.records import AgentId, Line


def take_away(prompt: TakeAway, pack: Pack, draw: Random) -> Answer:
    """What one member takes away."""
    names = name_table(prompt, pack)
    told = [(number, line) for number, line in enumerate(prompt.lines[:100], start=1) if _tells(line, pack)]
    new = [(number, line) for number, line in told if not _knew(number, prompt, pack)]
    learned = [
        {
            "text": _kept(line, prompt, names, pack),
            "importance": importance(line.text, prompt.persona, pack),
            "line": number,
        }
        for number, line in new
        if line.speaker != prompt.persona.id
    ]
    return {
        "summary": _summary([line for _, line in told], prompt, names, pack, draw),
        "importance": _importance([line for _, line in told], prompt, pack),
        "learned": learned[:6],
        "engagements": _engagements(told, prompt, names, pack)[:3],
        "feelings": _feelings(prompt, pack, draw)[:4],
    }


def _tells(line: Line, pack: Pack) -> bool:
    return line.tells != 0 or bool(told_part(line.text, pack))


def _kept(line: Line, prompt: TakeAway, names: Mapping[str, str], pack: Pack) -> str:
    speaker = names.get(line.speaker) or tidy(line.speaker, 60) or pack.phrases["somebody"][0]
    return kept(line.text, speaker, called(prompt.persona), line.minute, names.values(), pack)


def _summary(told: list[Line], prompt: TakeAway, names: Mapping[str, str], pack: Pack, draw: Random) -> str:
    me = called(prompt.persona)
    *more, others = [name_of(person, pack) for person in prompt.people[:4]] or [pack.phrases["somebody"][0]]
    all_but_last = ", ".join([me, *more])
    if not told:
        place = room_words(prompt.place, pack)
        return sentence(pack.say(draw, "summary_plain", me=all_but_last, others=others, place=place))
    first = told[0]
    topic = statement(_topic(first, prompt, names, pack), pack)[0]
    if len(told) > 1:
        return sentence(pack.say(draw, "summary_news", me=all_but_last, others=others, topic=topic))
    teller = names.get(first.speaker) or pack.phrases["somebody"][0]
    hearers = [name_of(person, pack) for person in prompt.people[:4] if person.agent != first.speaker]
    hearer = listed(hearers if first.speaker == prompt.persona.id else [me, *hearers], pack) or others
    return sentence(pack.say(draw, "summary_told", teller=teller, hearer=hearer, topic=topic))


def _topic(line: Line, prompt: TakeAway, names: Mapping[str, str], pack: Pack) -> str:
    """What a telling line said, in the third person, whoever said it."""
    if line.speaker != prompt.persona.id:
        return _kept(line, prompt, names, pack)
    others = [name_of(person, pack) for person in prompt.people[:1]] or [pack.phrases["somebody"][0]]
    return kept(line.text, called(prompt.persona), others[0], line.minute, names.values(), pack)


def _importance(told: list[Line], prompt: TakeAway, pack: Pack) -> int:
    worth = [importance(line.text, prompt.persona, pack) for line in told]
    return max([3, *worth])


def _engagements(
    told: list[tuple[int, Line]], prompt: TakeAway, names: Mapping[str, str], pack: Pack
) -> list[dict[str, object]]:
    """What I promised to come to."""
    found = []
    for number, line in told:
        if line.speaker == prompt.persona.id or not _accepted(number, prompt, pack):
            continue
        core = statement(_kept(line, prompt, names, pack), pack)[0]
        when = read_when(core, line.minute, pack).minute(line.minute)
        if when is None or when <= prompt.now:
            continue
        place = place_in(core, paths_of(prompt))
        text = _promise(core, called(prompt.persona), names, pack)
        found.append({"text": text, "day": min(9_999, day_of(when)), "time": clock_of(when), "place": place})
    return found


def _accepted(number: int, prompt: TakeAway, pack: Pack) -> bool:
    """Whether I said yes in my next line after that line."""
    answer = _my_answer(number, prompt, pack)
    return pack.sounds_like("accept", answer) or pack.sounds_like("accept_cool", answer)


def _knew(number: int, prompt: TakeAway, pack: Pack) -> bool:
    """Whether I said that I had heard that before."""
    answer = _my_answer(number, prompt, pack)
    return pack.sounds_like("already", answer) or pack.sounds_like("accept_known", answer)


def _my_answer(number: int, prompt: TakeAway, pack: Pack) -> str:
    """What I said to a line, if my next one answered that and not another."""
    me, told = prompt.persona.id, prompt.lines[number - 1]
    mine = (at for at in range(number, len(prompt.lines)) if prompt.lines[at].speaker == me)
    at = next(mine, None)
    return prompt.lines[at].text if at and answered(prompt.lines[:at], me, pack) is told else ""


def _promise(core: str, me: str, names: Mapping[str, str], pack: Pack) -> str:
    """The promise in the third person: `Tomas Lind means to come to Isabel Moreno's lantern party …`."""
    occasion = pack.patterns["occasion"].search(core)
    host = next(
        (name for name in sorted(names.values(), key=len, reverse=True) if name and core.startswith(name)), ""
    )
    if occasion and host and host != me:
        rest = core[occasion.end("what") :].partition(",")[0]
        said = pack.phrases["means_to_come"][0].format(
            me=me, whose=pack.grammar.owned.format(name=host), what=occasion["what"], when=rest
        )
        return tidy(said)
    return tidy(pack.phrases["means_to_be_there"][0].format(me=me, core=bare(core)))


def _feelings(prompt: TakeAway, pack: Pack, draw: Random) -> list[dict[str, object]]:
    me = called(prompt.persona)
    feelings: list[dict[str, object]] = []
    for person in prompt.people:
        if not may_meet(prompt, person.name):
            continue
        other = name_of(person, pack)
        change, note = _change(_said_by(person.agent, prompt, pack), person.closeness, pack, draw)
        if change:
            said = sentence(pack.say(draw, note, me=me, other=other))
            feelings.append({"person": person.name, "change": change, "note": said})
    return feelings


def _said_by(agent: AgentId, prompt: TakeAway, pack: Pack) -> list[tuple[str, bool]]:
    """What somebody said, and whether it was said to me: an opening is, and what answers a line of mine."""
    said = []
    for at, line in enumerate(prompt.lines):
        if line.speaker == agent:
            to = answered(prompt.lines[:at], agent, pack)
            said.append((line.text, to is None or to.speaker == prompt.persona.id))
    return said


def _change(theirs: list[tuple[str, bool]], closeness: float, pack: Pack, draw: Random) -> tuple[int, str]:
    def heard(*frames: str) -> bool:
        return any(pack.sounds_like(frame, text) for frame in frames for text, to_me in theirs if to_me)

    if heard("doubt", "decline_cool", "greet_cool", "close_cool"):
        return -1, "feel_hurt"
    if heard("accept"):
        return 1, "feel_accepted"
    if heard("decline") and draw.random() < 0.4:
        return -1, "feel_declined"
    if closeness < 0.8 and any(told_part(text, pack) for text, _ in theirs):
        return 1, "feel_news"
    return (1, "feel_kind") if closeness < 0.3 and draw.random() < 0.5 else (0, "feel_kind")
