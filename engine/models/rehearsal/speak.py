"""The next line of a conversation: an answer, then something of one's own, until one takes leave."""

from __future__ import annotations

from random import Random

from engine.clock import DAY
from engine.models.rehearsal.answering import respond
from engine.models.rehearsal.grammar import first_person, low, to_hearer
from engine.models.rehearsal.mind import Answer, called, name_of
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.talk import ASKING, Talk, talk_of
from engine.models.rehearsal.telling import MOST_TOLD, News, news_for, told
from engine.models.rehearsal.text import bare, tidy
from engine.prompts.questions import Speak
from engine.records import Memory

LINES_AT_MOST = 9
NEWS_AT_MOST = 2
GREETS_LATE = 0.4
ASKS_BACK = 0.5


def speak(prompt: Speak, pack: Pack, draw: Random) -> Answer:
    """The speaker's next line."""
    talk = talk_of(prompt, pack, draw)
    greeting, answer = _greeting(talk) if not talk.mine else "", respond(talk)
    parts = [greeting if not answer or _greets(talk) else "", answer]
    thought = "thought_rival" if talk.closeness < 0 else "thought_friend"
    if answer and talk.awaited and not talk.taking_leave:
        return _line(parts, talk, thought)
    if _leaving(talk):
        return _line([*parts, _farewell(talk)], talk, "thought_close", ends=True)
    news = news_for(prompt, pack, draw.random()) if _room_for_news(talk) else None
    if news:
        return _tell(news, parts, talk)
    initiative = _initiative(talk)
    if initiative or (any(parts) and len(prompt.lines) <= max(2, len(prompt.people))):
        return _line([*parts, initiative], talk, thought)
    return _line([*parts, _farewell(talk)], talk, "thought_close", ends=True)


def _greets(talk: Talk) -> bool:
    """Whether a first line greets: the first two do, who joins in later need not."""
    return len(talk.prompt.lines) < 2 or talk.draw.random() < GREETS_LATE


def _greeting(talk: Talk) -> str:
    """A greeting to all from whoever begins, and to whoever began from the others."""
    lines = talk.prompt.lines
    other, closeness = talk.known_as(lines[0].speaker) if lines else (talk.other, talk.closeness)
    if closeness < 0:
        frame = "greet_cool"
    elif talk.many and not lines:
        frame = "greet_many"
    elif closeness >= 0.5 and talk.draw.random() < 0.5:
        frame = "greet_friend"
    else:
        hour = talk.prompt.now % DAY // 60
        frame = "greet_morning" if 4 <= hour < 11 else "greet_evening" if hour >= 18 else "greet_day"
    greeting = talk.say(frame, other=other)
    says = [tidy(saying, 120) for saying in talk.prompt.persona.says[:8]]
    if says and talk.draw.random() < 0.35:
        saying = talk.draw.choice(says)
        if saying and saying.lower() not in talk.so_far:
            return f"{greeting} {saying}"
    return greeting


def _leaving(talk: Talk) -> bool:
    """Whether it is time to go: the other has taken leave, or enough has been said."""
    if talk.taking_leave:
        return True
    most = 4 + len(talk.prompt.lines[:1]) + talk.patience + (1 if talk.closeness >= 0.4 else 0)
    more = max(0, len(talk.prompt.people) - 1)
    return len(talk.prompt.lines) >= min(most, LINES_AT_MOST) + more


def _farewell(talk: Talk) -> str:
    """A leave-taking from all, or the answer to one."""
    other, closeness = talk.other, talk.closeness
    if talk.taking_leave and talk.last:
        other, closeness = talk.known_as(talk.last.speaker)
    if closeness < 0:
        return talk.say("close_cool", other=other) or f"{other}."
    why = talk.say("close_agreed" if talk.taking_leave else "close_why")
    if talk.taking_leave and talk.draw.random() < 0.5:
        why = ""
    bye = "close_bye_many" if talk.many and not talk.taking_leave else "close_bye"
    return f"{why} {talk.say(bye, other=other) or f'{other}.'}".strip()


def _room_for_news(talk: Talk) -> bool:
    return sum(1 for line in talk.mine if line.tells) < NEWS_AT_MOST and not (
        talk.closeness < -0.3 and talk.mine
    )


def _tell(news: News, parts: list[str], talk: Talk) -> Answer:
    pack, prompt = talk.pack, talk.prompt
    again = any(line.tells for line in talk.mine)
    frame = "tell_quiet" if news.guarded else "tell_more" if again else "tell"
    lead = talk.say(frame) or pack.say(talk.draw, frame)
    body = told(news, prompt, pack, talk.draw, lead)
    body = body if body[-1:] in ".!?…" else f"{body}."
    tail, thought = "", "thought_tell"
    if _mine_to_give(news, talk):
        tail, thought = talk.say("invite_tail"), "thought_invite"
    elif news.memory.when is not None or (news.source and pack.finds("occasion", news.core)):
        tail = talk.say("heard_tail")
    return _line([*parts, f"{body} {tail}".strip()], talk, thought, tells=news.number)


def _mine_to_give(news: News, talk: Talk) -> bool:
    """Whether the speaker is the one who invites."""
    name = called(talk.prompt.persona)
    own = news.core.startswith((name, name.split()[0]))
    return own and news.memory.when is not None and not news.source and talk.pack.has("host", news.core)


def _initiative(talk: Talk) -> str:
    """Something to say without news: a question, a thought, a shared past."""
    asked = any(talk.pack.sounds_like(frame, talk.so_far) for frame in ASKING)
    if not asked and talk.closeness > -0.3:
        return talk.say("ask_one", other=talk.next_one) if talk.many else talk.say("ask_day")
    if talk.many and talk.heard("ask_one", "ask_on") and not talk.mine and _asks_on(talk):
        return talk.say("ask_on", other=talk.next_one)
    if asked and talk.heard("ask_day") and len(talk.mine) < 2:
        return talk.say("answer_back")
    if len(talk.mine) <= 2:
        for memory in talk.prompt.recalled:
            remark = _remark(memory, talk)
            if remark:
                return remark
    teases = not talk.many and talk.draw.random() < 0.15 and talk.closeness > 0.3
    return talk.say("tease") if teases else ""


def _asks_on(talk: Talk) -> bool:
    """Whether a question is handed on: to those who have not spoken yet, and now and then to who began it."""
    return len(talk.prompt.lines) < len(talk.prompt.people) or talk.draw.random() < ASKS_BACK


def _remark(memory: Memory, talk: Talk) -> str:
    """A conclusion of one's own, or what one shares with the other, said to them."""
    pack, prompt = talk.pack, talk.prompt
    shared = any(person.agent in memory.about for person in prompt.people)
    speakable = memory.kind == "reflection" or (memory.kind == "seed" and shared and memory.importance < 8)
    if not speakable or pack.finds("private", memory.text):
        return ""
    if talk.many and any(person.agent in memory.about for person in prompt.people):
        return ""  # whom would one call "you"?
    said = first_person(bare(tidy(memory.text, MOST_TOLD)), called(prompt.persona), pack.grammar)
    for person in prompt.people[:2]:
        said = to_hearer(said, name_of(person, pack), pack.grammar)
    if said.lower() in talk.so_far or talk.draw.random() > 0.6:
        return ""
    lead = talk.say("past" if memory.kind == "seed" else "thinking")
    body = said if lead.rstrip()[-1:] in "?!." else low(said, pack.grammar)
    return f"{lead}{body}." if lead else ""


def _line(parts: list[str], talk: Talk, thought: str, ends: bool = False, tells: int = 0) -> Answer:
    says = tidy(" ".join(part for part in parts if part), 400) or talk.pack.phrases["hmm"][0]
    return {"says": says, "thought": _thought(talk, thought), "ends": ends, "tells": tells}


def _thought(talk: Talk, frame: str) -> str:
    """What is not said: now and then something that concerns the other and is kept to oneself."""
    for memory in talk.prompt.recalled:
        if memory.kind != "seed" or not talk.pack.finds("private", memory.text):
            continue
        if any(person.agent in memory.about for person in talk.prompt.people) and talk.draw.random() < 0.4:
            return tidy(first_person(memory.text, called(talk.prompt.persona), talk.pack.grammar))
    return tidy(talk.pack.say(talk.draw, frame, other=talk.one))
