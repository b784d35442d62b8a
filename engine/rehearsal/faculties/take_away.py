"""What a member remembers of a conversation: a summary, news, promises and changed feelings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.clock import clock_words, day_of
from engine.prompts.known import Acquaintance
from engine.prompts.questions import TakeAway
from engine.records import AgentId, Line, Memory
from engine.rehearsal.conversation.granting import granted
from engine.rehearsal.conversation.hearing import ACCEPTING, ASKED_TO_COME, NEWS, Heard, hear, hear_line
from engine.rehearsal.conversation.report import Told, kept, reported
from engine.rehearsal.conversation.settling import settled
from engine.rehearsal.conversation.talk import answered
from engine.rehearsal.faculties.rate import importance
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer, closeness_of, may_meet, paths_of, place_in
from engine.rehearsal.recollect import overlap
from engine.rehearsal.speaker import Speaker, place_words, speaker_of
from engine.rehearsal.understand import Proposition, alike, content_words, understand

KEPT_OF_A_VIEW = 4
COOL = ("doubt", "decline_cool", "greet_cool", "close_cool", "past_cool", "forgive_not")
MOST_LINES = 100
FITS = 0.7  # the share of the words of what one wanted that what one was given or told has to touch


@dataclass(frozen=True, slots=True)
class Said:
    """A line as one of its hearers looks back on it. `answer` is what that hearer said to it, or None."""

    number: int
    line: Line
    heard: Heard
    told: Told | None
    answer: Heard | None

    @property
    def core(self) -> str:
        """Return the statement in the line, or an empty string."""
        return self.told.core if self.told else ""


def take_away(prompt: TakeAway, pack: Pack, draw: Random) -> Answer:
    """Return one member's memories, engagements and feelings from the conversation."""
    me = speaker_of(prompt, pack, draw)
    said = _looked_back_on(prompt, me)
    news = [each for each in said if each.told and each.heard.lead in NEWS]
    learned = _learned(said, prompt, me)
    return {
        "summary": _summary(news or [each for each in said if each.told], learned, prompt, me),
        "importance": max([3, *(importance(each.core, prompt.persona, pack) for each in news)]),
        "learned": [*learned, *_promised_me(said, prompt, me), *_settled(prompt, me)][:6],
        "engagements": [*_engagements(said, prompt, me), *granted(prompt.lines[:MOST_LINES], me)][:3],
        "feelings": _feelings(said, prompt, me)[:4],
        "off": [n for n, each in enumerate(prompt.engagements, 1) if _is_off(each, said, prompt, me)][:3],
        "settled": [n for n, what in enumerate(prompt.wanted, 1) if _is_settled(what, said, prompt, me)][:4],
    }


def _looked_back_on(prompt: TakeAway, me: Speaker[TakeAway]) -> list[Said]:
    found = []
    for number, line in enumerate(prompt.lines[:MOST_LINES], start=1):
        heard = hear_line(line, me.pack)
        told = _with_details(_told(line, heard, prompt, me), number, prompt, me) if heard.told else None
        found.append(Said(number, line, heard, told, _my_answer(number, prompt, me.pack)))
    return found


def _told(line: Line, heard: Heard, prompt: TakeAway, me: Speaker[TakeAway]) -> Told:
    teller = me.name_of(line.speaker)
    one_hearer = len(prompt.people) == 1
    other = (
        me.name
        if line.speaker != prompt.persona.id
        else me.name_of(prompt.people[0].agent if prompt.people else "")
    )
    return reported(heard, teller, other if one_hearer else None, line, me, prompt.place)


def _with_details(told: Told, number: int, prompt: TakeAway, me: Speaker[TakeAway]) -> Told:
    """Return a statement with the details that its teller added when asked."""
    teller = prompt.lines[number - 1].speaker
    for line in prompt.lines[number : number + 4]:
        if line.speaker != teller:
            continue
        heard = hear(line.text, me.pack)
        if heard.told:
            break
        if heard.does(("detail", "detail_when", "detail_where")):
            more = _details_of(line, me)
            if more:
                return Told(f"{told.core}{more}", told.source)
    return told


def _details_of(line: Line, me: Speaker[TakeAway]) -> str:
    """Return the time and place in a line, as memories word them."""
    calendar, starts = me.pack.calendar, me.prompt.starts
    when = calendar.read(line.text, line.minute, starts)
    where = me.pack.patterns["where"].search(line.text)
    at = me.pack.word("at_place").format(place=where["where"]) if where else ""
    on = calendar.on_day.format(day=when.day) if when.day is not None else ""
    clock = calendar.at_clock.format(clock=clock_words(when.clock)) if when.clock is not None else ""
    parts = [part for part in (at, _run_on(on, clock, me.pack)) if part]
    return "".join(me.pack.word("detail_added").format(detail=part) for part in parts)


def _run_on(one: str, other: str, pack: Pack) -> str:
    return pack.grammar.joiner.join(part for part in (one, other) if part)


def _my_answer(number: int, prompt: TakeAway, pack: Pack) -> Heard | None:
    """Return the agent's answer to a line, if its next line answered that one, or None."""
    me, said = prompt.persona.id, prompt.lines[number - 1]
    mine = (at for at in range(number, len(prompt.lines)) if prompt.lines[at].speaker == me)
    at = next(mine, None)
    if at is None or answered(prompt.lines[:at], me, pack) is not said:
        return None
    return hear(prompt.lines[at].text, pack)


# ---------------------------------------------------------------- what was heard


def _learned(said: list[Said], prompt: TakeAway, me: Speaker[TakeAway]) -> list[dict[str, object]]:
    """Return the news that the others told."""
    learned = []
    for each in said:
        knew = each.answer is not None and each.answer.does(("already", "accept_known"))
        if each.told is None or each.line.speaker == prompt.persona.id or knew:
            continue
        worth = importance(each.core, prompt.persona, me.pack)
        if understand(each.core, me.everybody, me.pack).who == me.name:
            continue  # what others say of oneself is nothing new, or not theirs to say
        if each.heard.lead not in NEWS:
            if each.heard.lead == "thinking":
                continue
            worth = min(worth, KEPT_OF_A_VIEW)
        text = kept(each.told, me.name_of(each.line.speaker), me.name, me.pack)
        learned.append({"text": text, "importance": worth, "line": each.number})
    return learned


def _promised_me(said: list[Said], prompt: TakeAway, me: Speaker[TakeAway]) -> list[dict[str, object]]:
    """Return a memory for each person who promised to come to the agent's occasion."""
    learned: list[dict[str, object]] = []
    mine = [each for each in said if each.line.speaker == prompt.persona.id and each.heard.invites]
    for each in said:
        if each.line.speaker == prompt.persona.id or not each.heard.does(ACCEPTING) or not mine:
            continue
        asked = [one for one in mine if one.number < each.number]
        says = understand(asked[-1].core, me.everybody, me.pack) if asked else None
        if says is None or not says.occasion or says.host != me.name:
            continue
        text = _promise(says, me.name_of(each.line.speaker).full, asked[-1].line, me)
        learned.append({"text": me.sentence(text), "importance": 5, "line": each.number})
    return learned


def _settled(prompt: TakeAway, me: Speaker[TakeAway]) -> list[dict[str, object]]:
    """Return memories of what the agent put to somebody or was asked, and how that was answered."""
    return [
        {"text": each.text, "importance": each.matters, "line": each.learnt_by(prompt.persona.id)}
        for each in settled(prompt.lines[:MOST_LINES], me)
        if prompt.persona.id in (each.asker, each.who)
    ]


def _is_off(agreed: Memory, said: list[Said], prompt: TakeAway, me: Speaker[TakeAway]) -> bool:
    """Look for word that an engagement is called off."""
    topics = understand(agreed.text, me.everybody, me.pack).words
    return any(
        each.line.speaker != prompt.persona.id
        and me.pack.finds("called_off", each.core)
        and overlap(topics, each.core, me.pack) > 0
        and me.pack.calendar.read(each.core, each.line.minute, prompt.starts).minute(each.line.minute)
        == agreed.when
        for each in said
        if each.told
    )


def _is_settled(what: str, said: list[Said], prompt: TakeAway, me: Speaker[TakeAway]) -> bool:
    """Check whether the agent was given, promised or told what it wanted."""
    topics = content_words(what, me.pack)
    helped = (each for each in settled(prompt.lines[:MOST_LINES], me) if each.helps(prompt.persona.id))
    news = (each for each in said if each.told and each.line.speaker != prompt.persona.id and each.heard.news)
    answered = (f"{prompt.lines[each.number - 1].text} {each.text}" for each in helped)
    texts = (*answered, *(each.core for each in news))
    return bool(topics) and any(overlap(topics, text, me.pack) >= FITS * len(topics) for text in texts)


def _engagements(said: list[Said], prompt: TakeAway, me: Speaker[TakeAway]) -> list[dict[str, object]]:
    """Return the engagements that the agent agreed to."""
    found = []
    bound = [understand(memory.text, me.everybody, me.pack) for memory in prompt.engagements]
    for each in said:
        mine = each.line.speaker == prompt.persona.id
        if mine or each.told is None or each.answer is None or not each.answer.does(ACCEPTING):
            continue
        says = understand(each.core, me.everybody, me.pack)
        when = me.pack.calendar.read(says.text, each.line.minute, prompt.starts).minute(each.line.minute)
        if when is None or when <= prompt.now or _is_bound(says, bound, me.pack):
            continue
        place = place_in(says.text, paths_of(prompt))
        text = me.sentence(_promise(says, me.name.full, each.line, me))
        day, time = min(9_999, day_of(when)), clock_words(when)
        found.append({"text": text, "day": day, "time": time, "place": place})
    return found


def _is_bound(says: Proposition, bound: list[Proposition], pack: Pack) -> bool:
    """Look for the same engagement among the agent's own, whatever hour this teller gave."""
    return any(_is_the_same(says, other, pack) for other in bound)


def _is_the_same(says: Proposition, other: Proposition, pack: Pack) -> bool:
    """Check whether two statements are about the same engagement.

    Another host's occasion, in the same place on the same day, is a different one.
    """
    if None not in (says.host, other.host) and says.host != other.host:
        return False
    same_occasion = bool(says.occasion and says.occasion == other.occasion and says.host == other.host)
    return same_occasion or alike(_without_names(says, pack), _without_names(other, pack))


def _without_names(says: Proposition, pack: Pack) -> frozenset[str]:
    """Return the words about an engagement, without the names of the people in it."""
    return says.words - content_words(" ".join(name.full for name in says.people), pack)


def _promise(says: Proposition, who: str, line: Line, me: Speaker[TakeAway]) -> str:
    """Return the text of a promise to come.

    Example: `Tomas Lind means to come to Isabel Moreno's lantern party at the Harbour Café on day 2 at
    17:00`.
    """
    calendar, pack = me.pack.calendar, me.pack
    when = calendar.read(says.text, line.minute, me.prompt.starts)
    on = calendar.on_day.format(day=when.day) if when.day is not None else ""
    clock = calendar.at_clock.format(clock=clock_words(when.clock)) if when.clock is not None else ""
    where = pack.patterns["where"].search(says.text)
    if says.occasion and says.host and says.host.full != who:
        whose = pack.grammar.possessive_of.format(name=says.host.full)
        place = where["where"] if where else ""
        others = [name.full for name in says.people if name.full not in (who, says.host.full)]
        excluded = others if pack.finds("left_out", says.text) else []
        said = me.say(
            "means_to_come_without" if excluded else "means_to_come",
            me=who, whose=whose, occasion=says.occasion, place=place, when=_run_on(on, clock, pack),
            people=pack.listed(excluded),
        )  # fmt: skip
        if said:
            return tidy(said)
    return tidy(me.pack.word("means_to_be_there").format(me=who, core=says.text))


# ---------------------------------------------------------------- what it came to


def _summary(
    told: list[Said], learned: Sequence[Mapping[str, object]], prompt: TakeAway, me: Speaker[TakeAway]
) -> str:
    """Return a summary of the talk: its main topic, unless that is remembered by itself as learned."""
    somebody = me.pack.word("somebody")
    others = [me.name_of(person.agent).full for person in prompt.people[:4]] or [somebody]
    if not told:
        place = place_words(prompt.place, me.pack)
        return me.sentence(
            me.say("summary_plain", people=me.pack.listed([me.name.full, *others]), place=place)
        )
    best = max(told, key=lambda each: (importance(each.core, prompt.persona, me.pack), -each.number))
    topic = best.core
    if best.number in [each["line"] for each in learned]:
        people, place = me.pack.listed([me.name.full, *others]), place_words(prompt.place, me.pack)
        teller = me.name_of(best.line.speaker).full
        return me.sentence(me.say("summary_heard", people=people, place=place, teller=teller))
    if len(told) > 1:
        return me.sentence(
            me.say("summary_news", people=me.pack.listed([me.name.full, *others]), topic=topic)
        )
    teller = me.name_of(best.line.speaker).full or somebody
    present = (prompt.persona.id, *(person.agent for person in prompt.people[:4]))
    hearers = [me.name_of(agent).full for agent in present if agent != best.line.speaker]
    return me.sentence(
        me.say("summary_told", teller=teller, hearer=me.pack.listed(hearers) or somebody, topic=topic)
    )


def _feelings(said: list[Said], prompt: TakeAway, me: Speaker[TakeAway]) -> list[dict[str, object]]:
    feelings: list[dict[str, object]] = []
    for person in prompt.people:
        if not may_meet(prompt, person.name):
            continue
        change, frame = _change(said, person, prompt, me)
        if change:
            note = me.say(frame, me=me.name.full, other=me.name_of(person.agent).full)
            feelings.append({"person": person.name, "change": change, "note": me.sentence(note)})
    return feelings


def _change(
    said: list[Said], person: Acquaintance, prompt: TakeAway, me: Speaker[TakeAway]
) -> tuple[int, str]:
    """Return the change of the agent's feeling for a person, and the frame of its reason."""
    theirs = [
        each.heard
        for each in said
        if each.line.speaker == person.agent and _to_me(each, person.agent, prompt, me.pack)
    ]
    mine = [each.heard for each in said if each.line.speaker == prompt.persona.id]

    def they(*frames: str) -> bool:
        return any(heard.does(frames) for heard in theirs)

    def i(*frames: str) -> bool:
        return any(heard.does(frames) for heard in mine)

    closeness = closeness_of(person, me.pack)
    practised = next((each for frame, each in me.pack.acts.items() if each.act.felt and they(frame)), None)
    if i("reproach"):
        return (-1, "feel_let_down") if i("forgive") else (-3, "feel_let_down")
    cases: tuple[tuple[bool, int, str], ...] = (
        (they("reproach"), -1, "feel_reproached"),
        (they(*COOL), -1, "feel_hurt"),
        (they("thank_coming", "thank_news", "say_thanks", "say_thanks_plain"), 1, "feel_thanked"),
        (they("grant_thing", "grant_deed", "support_yes"), 2, "feel_helped"),
        (they("refuse_it", "support_no"), -1, "feel_refused"),
        (they("forgive_deed", "own_up_forgiven"), 2, "feel_forgiven"),
        (i("forgive_not_yet", "own_up_not_yet"), -1, "feel_wronged"),
        (they(*ACCEPTING) and i(*ASKED_TO_COME), 2, "feel_accepted"),
        (they("comfort"), 2, "feel_comforted"),
        *([(True, practised.act.felt.change, practised.felt)] if practised and practised.act.felt else []),
        (they("disagree", "retort"), -1, "feel_crossed"),
        (they("decline") and me.draw.random() < 0.4, -1, "feel_declined"),
        (any(heard.lead in ("past", "worry") for heard in theirs) and closeness >= 0, 1, "feel_trusted"),
        (any(heard.lead == "opinion" for heard in theirs) and i("agree"), 1, "feel_agreed"),
        (closeness < 0.8 and any(heard.news for heard in theirs), 1, "feel_news"),
        (closeness < 0.3 and me.draw.random() < 0.5, 1, "feel_kind"),
    )  # fmt: skip
    return next(((change, frame) for holds, change, frame in cases if holds), (0, ""))


def _to_me(each: Said, agent: AgentId, prompt: TakeAway, pack: Pack) -> bool:
    """Check whether a line was said to the agent: an opening line, or an answer to one of its own."""
    to = answered(prompt.lines[: each.number - 1], agent, pack)
    return to is None or to.speaker == prompt.persona.id or len(prompt.people) == 1
