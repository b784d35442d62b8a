"""The answer to what somebody else said: to an invitation, to news, to a question."""

from __future__ import annotations

from engine.clock import DAY
from engine.models.rehearsal.grammar import doing, first_person, low
from engine.models.rehearsal.mind import ahead, called, place_of
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.rate import importance
from engine.models.rehearsal.talk import ASKING, Talk, is_invitation
from engine.models.rehearsal.telling import alike, content_words, told_part
from engine.models.rehearsal.text import bare, tidy
from engine.models.rehearsal.when import read_when, spoken
from engine.prompts.questions import Speak
from engine.records import Line, Memory

NO_QUESTIONS = ("greet_morning", "greet_evening", "greet_many", "wow")


def respond(talk: Talk) -> str:
    """What is said to the line that is answered; nothing when it asks for nothing."""
    pack, line = talk.pack, talk.answers
    if line is None:
        return ""
    if is_invitation(line, pack):
        return _to_invitation(line, talk)
    part = told_part(line.text, pack)
    if part:
        return _to_news(part, talk)
    if talk.heard(*ASKING):
        return _about_day(talk)
    if talk.taking_leave:
        return ""
    if line.text.rstrip().endswith(("?", "？")) and not talk.heard(*NO_QUESTIONS):
        return talk.say("no_answer")
    return talk.say("hmm") if talk.mine and talk.draw.random() < 0.6 else ""


def _to_invitation(line: Line, talk: Talk) -> str:
    pack, prompt = talk.pack, talk.prompt
    part = told_part(line.text, pack) or line.text
    when = read_when(part, line.minute, pack).minute(line.minute)
    if when is None or when <= prompt.now:
        return _to_news(part, talk)
    promised = [
        memory for memory in ahead(prompt.engagements, prompt.now) if abs((memory.when or 0) - when) < 60
    ]
    for memory in promised:
        if memory.when == when and place_of(memory.place).lower() in part.lower():
            return talk.say("accept_known")
        return talk.say("decline", reason=_reason(memory, talk))
    if when % DAY >= prompt.persona.sleep or when % DAY < prompt.persona.wake - 30:
        return talk.say("decline", reason=pack.phrases["decline_asleep"][0])
    if talk.closeness < 0 and talk.draw.random() < 0.6:
        return talk.say("decline_cool")
    if talk.closeness < 0:
        return talk.say("accept_cool")
    return (_comes_too(line, talk) and talk.say("accept_too", other=talk.one)) or talk.say("accept")


def _comes_too(line: Line, talk: Talk) -> bool:
    """Whether somebody else has just accepted the same invitation."""
    after = [each for each in talk.prompt.lines if each.id > line.id and each.speaker != line.speaker]
    return any(talk.pack.sounds_like("accept", each.text) for each in after)


def _reason(memory: Memory, talk: Talk) -> str:
    said = first_person(bare(tidy(memory.text, 160)), called(talk.prompt.persona), talk.pack.grammar)
    return low(spoken(said, talk.prompt.now, talk.pack), talk.pack.grammar)


def _to_news(part: str, talk: Talk) -> str:
    pack = talk.pack
    if _known(part, talk.prompt, pack):
        return talk.say("already")
    if talk.closeness < 0 and talk.draw.random() < 0.6:
        return talk.say("doubt")
    if pack.has("sad", part):
        return talk.say("sad")
    if pack.has("alarm", part):
        return talk.say("alarm")
    if pack.has("glad", part) and talk.draw.random() < 0.5:
        return talk.say("glad")
    return talk.say("wow" if importance(part, talk.prompt.persona, pack) >= 6 else "nice")


def _known(part: str, prompt: Speak, pack: Pack) -> bool:
    """Whether the speaker knew this before the conversation began."""
    words = content_words(part, pack)
    before = prompt.lines[0].minute if prompt.lines else prompt.now
    return any(
        memory.minute < before and memory.importance > 1 and alike(words, content_words(memory.text, pack))
        for memory in prompt.recalled
    )


def _about_day(talk: Talk) -> str:
    pack, prompt = talk.pack, talk.prompt
    current = bare(tidy(prompt.doing, 120))
    others = (called(prompt.persona), *(person.name for person in prompt.people))
    if not current or any(name and name in current for name in others):
        return talk.say("day_answer_plain")
    said = low(doing(current, pack.grammar), pack.grammar)
    answer = "" if said.lower() in talk.so_far else talk.say("day_answer", doing=said)
    return answer[:1].upper() + answer[1:] if answer else talk.say("day_answer_plain")
