"""Settling: what both remember of something that one put to the other, and of the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.prompts.questions import TakeAway
from engine.records import AgentId, Line
from engine.rehearsal.conversation.hearing import (
    ANSWERING,
    ASKING,
    CAMPAIGNING,
    PUT,
    REQUESTING,
    gaps_at_end,
    hear,
)
from engine.rehearsal.language.text import bare
from engine.rehearsal.language.third_person import in_third_person
from engine.rehearsal.speaker import Speaker

_THINGS = ("ask_loan", "ask_thing", "ask_anybody", "ask_help")
_SORRY = ("say_sorry", "say_sorry_plain")
_KEPT: tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...] = (
    (ASKING, ("tell_what_i_know",), "kept_asked_known"),
    (ASKING, ("not_known", "not_known_of"), "kept_asked_unknown"),
    (ASKING, ("not_said", "not_said_of"), "kept_asked_not_said"),
    (_THINGS, ("grant_thing",), "kept_granted"),
    (_THINGS, ("put_off",), "kept_put_off"),
    (_THINGS, ("refuse_it",), "kept_refused"),
    (("ask_help",), ("grant_deed",), "kept_granted"),
    (("ask_deed",), ("grant_deed",), "kept_deed_granted"),
    (("ask_deed",), ("put_off",), "kept_deed_put_off"),
    (("ask_deed",), ("refuse_it",), "kept_deed_refused"),
    (_SORRY, ("forgive_deed",), "kept_forgiven"),
    (_SORRY, ("forgive_not_yet",), "kept_not_forgiven"),
    (("pays",), ("take_payment",), "kept_paid"),
    (("ask_support",), ("support_yes",), "kept_support"),
    (("ask_support",), ("support_unsure",), "kept_support_unsure"),
    (("ask_support",), ("support_no", "support_rival"), "kept_support_no"),
    (("ask_backing",), ("support_yes",), "kept_backing"),
    (("ask_backing",), ("support_unsure",), "kept_backing_unsure"),
    (("ask_backing",), ("support_no",), "kept_backing_no"),
)
"""Of what was put and how it was answered: what is kept of both."""
_HELPING = ("tell_what_i_know", "grant_thing", "grant_deed", "put_off")
_MATTERS = {frame: 6 for frame in CAMPAIGNING} | {frame: 5 for frame in REQUESTING}
_MATTERS_LITTLE = 4


@dataclass(frozen=True, slots=True)
class Settled:
    """Something one agent put to another, the act that answered it, and what is remembered of both.

    `number` is the line that put it, `answered` the line that answered, both counted from 1.
    """

    asker: AgentId
    who: AgentId
    put: str
    answer: str
    text: str
    number: int
    answered: int

    def helps(self, agent: AgentId) -> bool:
        """Return whether an agent got what it had asked for."""
        return agent == self.asker and self.answer in _HELPING

    def learnt_by(self, agent: AgentId) -> int:
        """Return the number of the line from which an agent learnt of it: one that was not its own."""
        return self.number if agent == self.who else self.answered

    @property
    def matters(self) -> int:
        """Return the importance of the matter to both."""
        return _MATTERS.get(self.put, _MATTERS_LITTLE)


def settled(lines: Sequence[Line], me: Speaker[TakeAway]) -> Iterator[Settled]:
    """Yield each matter that was put to somebody in a talk and that they answered next."""
    for number, line in enumerate(lines):
        acts = hear(line.text, me.pack).acts
        put = next((frame for frame in PUT if frame in acts), "")
        after = ((at, each) for at, each in enumerate(lines[number + 1 :], number + 2)
                 if each.speaker != line.speaker)  # fmt: skip
        for at, reply in after if put else ():
            replied = hear(reply.text, me.pack).acts
            answers = [frame for frame in ANSWERING if frame in replied]
            kept = ((answer, frame) for puts, all_of, frame in _KEPT if put in puts
                    for answer in all_of if answer in answers)  # fmt: skip
            if found := next(kept, None):
                answer, frame = found
                text = _answer(line, reply, answer, me) or me.say(frame, **_told(line, reply, put, me))
                if text:
                    yield Settled(
                        asker=line.speaker,
                        who=reply.speaker,
                        put=put,
                        answer=answer,
                        text=me.sentence(text),
                        number=number + 1,
                        answered=at,
                    )
                break


def _answer(line: Line, reply: Line, answer: str, me: Speaker[TakeAway]) -> str:
    """Return the answer to a question, as heard from who answered, or an empty string for other acts."""
    core = gaps_at_end(reply.text, answer, me.pack).get("core", "") if answer == "tell_what_i_know" else ""
    if not core:
        return ""
    asker, who = me.name_of(line.speaker), me.name_of(reply.speaker)
    core = in_third_person(core, who, asker, me.everybody, me.pack.grammar)
    core = me.pack.calendar.dated(me.everybody.in_full(bare(core)), reply.minute, me.prompt.starts)
    return me.say("learned", speaker=who.full, hearer=asker.full, core=me.inside(core))


def _told(line: Line, reply: Line, put: str, me: Speaker[TakeAway]) -> Mapping[str, str]:
    """Return the values for the sentence that is remembered: who put what to whom."""
    asker, who = me.name_of(line.speaker), me.name_of(reply.speaker)
    asked = gaps_at_end(line.text, put, me.pack).get("what", "")
    what = in_third_person(asked, asker, who, me.everybody, me.pack.grammar)
    what = me.pack.calendar.dated(me.everybody.in_full(bare(what)), line.minute, me.prompt.starts)
    about = me.say("about_it", what=what) if put == "ask_of" else what
    return {"asker": asker.full, "who": who.full, "what": about}
