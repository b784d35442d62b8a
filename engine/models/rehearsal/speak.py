"""The next line of a conversation: an answer to what was said, then something of one's own, until one takes leave."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.clock import DAY
from engine.models.rehearsal.grammar import doing, first_person, low, short_name
from engine.models.rehearsal.mind import Answer, ahead, called, closeness_of, listed, name_of
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.rate import importance
from engine.models.rehearsal.telling import MOST_TOLD, News, news_for, told, told_part
from engine.models.rehearsal.text import bare, tidy
from engine.models.rehearsal.when import read_when, spoken
from engine.prompts.questions import Speak
from engine.records import Line, Memory

LINES_AT_MOST = 9


@dataclass(frozen=True, slots=True)
class Talk:
    """Where a conversation stands, from the speaker's side."""

    prompt: Speak
    pack: Pack
    draw: Random
    other: str
    closeness: float
    mine: tuple[Line, ...]
    last: Line | None
    so_far: str

    def say(self, frame: str, **values: str) -> str:
        """A phrase that has not been used in this conversation."""
        return self.pack.fresh(self.draw, frame, self.so_far, **values)


def speak(prompt: Speak, pack: Pack, draw: Random) -> Answer:
    """The speaker's next line."""
    talk = _talk(prompt, pack, draw)
    parts = [_greeting(talk) if not talk.mine else "", _response(talk)]
    if _leaving(talk):
        return _line([*parts, _farewell(talk)], talk, "thought_close", ends=True)
    news = news_for(prompt, pack)
    if news and _room_for_news(talk):
        return _tell(news, parts, talk)
    initiative = _initiative(talk)
    if initiative:
        return _line([*parts, initiative], talk, "thought_rival" if talk.closeness < 0 else "thought_friend")
    if any(parts) and len(prompt.lines) < 3:
        return _line(parts, talk, "thought_friend")
    return _line([*parts, _farewell(talk)], talk, "thought_close", ends=True)


def _talk(prompt: Speak, pack: Pack, draw: Random) -> Talk:
    me = prompt.persona.id
    others = [line for line in prompt.lines if line.speaker != me]
    names = [short_name(name_of(person, pack)) for person in prompt.people]
    return Talk(
        prompt=prompt, pack=pack, draw=draw,
        other=listed(names[:3], pack) or pack.phrases["somebody"][0],
        closeness=min((closeness_of(person, pack) for person in prompt.people), default=0.0),
        mine=tuple(line for line in prompt.lines if line.speaker == me),
        last=others[-1] if others else None,
        so_far="\n".join(line.text for line in prompt.lines).lower(),
    )  # fmt: skip


def _greeting(talk: Talk) -> str:
    if talk.closeness < 0:
        frame = "greet_cool"
    elif talk.closeness >= 0.5 and talk.draw.random() < 0.5:
        frame = "greet_friend"
    else:
        hour = talk.prompt.now % DAY // 60
        frame = "greet_morning" if 4 <= hour < 11 else "greet_evening" if hour >= 18 else "greet_day"
    greeting = talk.say(frame, other=talk.other)
    says = [tidy(saying, 120) for saying in talk.prompt.persona.says[:8]]
    if says and talk.draw.random() < 0.35:
        saying = talk.draw.choice(says)
        if saying and saying.lower() not in talk.so_far:
            return f"{greeting} {saying}"
    return greeting


def _response(talk: Talk) -> str:
    """The answer to the last line of somebody else."""
    pack, last = talk.pack, talk.last
    if last is None or (talk.mine and talk.mine[-1].id > last.id):
        return ""
    if _is_invitation(last, pack):
        return _answer_invitation(last, talk)
    part = told_part(last.text, pack)
    if part:
        return _answer_news(part, talk)
    if pack.sounds_like("ask_day", last.text) or pack.sounds_like("answer_back", last.text):
        return _answer_day(talk)
    if pack.sounds_like("close", last.text) or pack.sounds_like("close_cool", last.text):
        return ""
    if last.text.rstrip().endswith("?"):
        return talk.say("no_answer")
    return talk.say("hmm") if talk.mine and talk.draw.random() < 0.6 else ""


def _is_invitation(line: Line, pack: Pack) -> bool:
    return pack.sounds_like("invite_tail", line.text) or pack.sounds_like("heard_tail", line.text)


def _answer_invitation(line: Line, talk: Talk) -> str:
    pack, prompt = talk.pack, talk.prompt
    part = told_part(line.text, pack) or line.text
    when = read_when(part, prompt.now, pack).minute(prompt.now)
    cool = talk.closeness < 0
    if when is not None:
        clash = _clash(when, part, prompt)
        if clash is not None:
            said = first_person(bare(tidy(clash.text, 160)), called(prompt.persona), pack.grammar)
            return talk.say("decline", reason=low(spoken(said, prompt.now, pack), pack.grammar))
        if when % DAY >= prompt.persona.sleep or when % DAY < prompt.persona.wake - 30:
            return talk.say("decline", reason=pack.phrases["decline_asleep"][0])
    if cool and talk.draw.random() < 0.6:
        return talk.say("decline_cool")
    return talk.say("accept_cool" if cool else "accept")


def _clash(when: int, part: str, prompt: Speak) -> Memory | None:
    """Something else already promised for that time."""
    lowered = part.lower()
    for memory in ahead(prompt.engagements, prompt.now):
        if abs((memory.when or 0) - when) < 60 and (
            memory.when != when or memory.place.split("/")[0].lower() not in lowered
        ):
            return memory
    return None


def _answer_news(part: str, talk: Talk) -> str:
    pack = talk.pack
    if talk.closeness < 0 and talk.draw.random() < 0.6:
        return talk.say("doubt")
    if pack.has("sad", part):
        return talk.say("sad")
    if pack.has("alarm", part):
        return talk.say("alarm")
    if pack.has("glad", part) and talk.draw.random() < 0.5:
        return talk.say("glad")
    return talk.say("wow" if importance(part, talk.prompt.persona, pack) >= 6 else "nice")


def _answer_day(talk: Talk) -> str:
    pack = talk.pack
    current = bare(tidy(talk.prompt.doing, 120))
    said = low(doing(current, pack.grammar), pack.grammar) if current else ""
    answer = talk.say("day_answer", doing=said) if said else ""
    if said and said.lower() in talk.so_far:
        answer = ""
    return answer or talk.say("day_answer_plain")


def _leaving(talk: Talk) -> bool:
    """Whether it is time to go: the other has taken leave, or enough has been said."""
    if talk.last and (
        talk.pack.sounds_like("close", talk.last.text) or talk.pack.sounds_like("close_cool", talk.last.text)
    ):
        return True
    most = 4 + talk.prompt.seed % 3 + (2 if talk.closeness >= 0.4 else 0)
    return len(talk.prompt.lines) >= min(most, LINES_AT_MOST)


def _farewell(talk: Talk) -> str:
    answering = talk.last is not None and talk.pack.sounds_like("close", talk.last.text)
    frame = "close_cool" if talk.closeness < 0 else "close_answer" if answering else "close"
    return talk.say(frame, other=talk.other) or talk.say("close_answer", other=talk.other) or f"{talk.other}."


def _room_for_news(talk: Talk) -> bool:
    return sum(1 for line in talk.mine if line.tells) < 2 and not (talk.closeness < -0.3 and talk.mine)


def _tell(news: News, parts: list[str], talk: Talk) -> Answer:
    pack, prompt = talk.pack, talk.prompt
    again = any(line.tells for line in talk.mine)
    frame = "tell_quiet" if pack.has("secret", news.core) else "tell_more" if again else "tell"
    lead = talk.say(frame) or pack.say(talk.draw, frame)
    tail, thought = "", "thought_tell"
    if news.memory.when is not None and news.memory.when > prompt.now and not news.source:
        tail, thought = talk.say("invite_tail"), "thought_invite"
    elif news.memory.when is not None:
        tail = talk.say("heard_tail")
    body = told(news, prompt, pack, talk.draw, lead)
    body = body if body[-1:] in ".!?…" else f"{body}."
    return _line([*parts, f"{body} {tail}".strip()], talk, thought, tells=news.number)


def _initiative(talk: Talk) -> str:
    """Something to say without news: a question, a thought, a shared past."""
    pack, prompt = talk.pack, talk.prompt
    asked = pack.sounds_like("ask_day", talk.so_far) or pack.sounds_like("answer_back", talk.so_far)
    if not asked and talk.closeness > -0.3:
        return talk.say("ask_day")
    if asked and talk.last and pack.sounds_like("ask_day", talk.last.text) and len(talk.mine) < 2:
        return talk.say("answer_back")
    hearers = {person.agent for person in prompt.people}
    for memory in prompt.recalled:
        shared = bool(hearers & set(memory.about))
        if memory.kind not in ("reflection", "seed") or len(talk.mine) > 2:
            continue
        if memory.kind == "seed" and not shared:
            continue
        said = first_person(bare(tidy(memory.text, MOST_TOLD)), called(prompt.persona), pack.grammar)
        if said.lower() not in talk.so_far and talk.draw.random() < 0.6:
            lead = talk.say("past" if shared and memory.kind == "seed" else "thinking")
            return f"{lead}{low(said, pack.grammar)}." if lead else ""
    return talk.say("tease") if talk.draw.random() < 0.15 and talk.closeness > 0.3 else ""


def _line(parts: list[str], talk: Talk, thought: str, ends: bool = False, tells: int = 0) -> Answer:
    says = tidy(" ".join(part for part in parts if part), 400) or talk.pack.phrases["hmm"][0]
    private = tidy(talk.pack.say(talk.draw, thought, other=talk.other))
    return {"says": says, "thought": private, "ends": ends, "tells": tells}
