"""The interview of the paper's evaluation: five questions of each of five kinds, to every agent (section 6.2)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.clock import minute_at
from engine.cognition.interview import Answered, Faculty, interview
from engine.ledger import Ledger
from engine.lexicon import Lexicon
from engine.models import rehearsal
from engine.models.rehearsal.language.pack import Pack, pack_for, read_packs
from engine.records import AgentId, Fact, Persona
from engine.simulation.loading import load_mind
from engine.simulation.state import State
from engine.stamps import MOST_AGENTS
from tests.bench.lived import Lived, mentions

ASKED_AT = minute_at(2, 20 * 60 + 15)
HOURS = {
    "1pm today": 13 * 60, "5:30pm today": 17 * 60 + 30, "10pm tonight": 22 * 60,
    "今天下午一点": 13 * 60, "今天下午五点半": 17 * 60 + 30, "今天晚上十点": 22 * 60,
}  # fmt: skip
ENOUGH = 0.6  # of the words of an activity, so that it counts as named
ABSENT = {"en": "Why did you not come to the {occasion}?", "zh": "你为什么没来{occasion}？"}
REASONS = ("absent_why", "absent_forgot", "absent_unknown", "was_there")
STRANGER = {"en": "Percival Mortlake", "zh": "王富贵"}
QUESTIONS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "self": (
            "Please give an introduction of yourself.",
            "What is your occupation?",
            "What are your interests?",
            "Where do you live, and who do you live with?",
            "What is a typical weekday for you, in broad strokes?",
        ),
        "memory": (
            "Who is {bond}?",
            "Who is {other}?",
            "What did you talk about with {met}?",
            "What have you heard about the {topic}?",
            "Do you know {stranger}?",
        ),
        "plans": (
            "What will you be doing at 6am tomorrow?",
            "What will you be doing at 6pm tomorrow?",
            "What have you just finished at 1pm today?",
            "What have you just finished at 5:30pm today?",
            "What will you be doing at 10pm tonight?",
        ),
        "reactions": (
            "Your breakfast is burning! What would you do?",
            "The bathroom is occupied. What would you do?",
            "You need to cook dinner but the larder is empty. What would you do?",
            "You see a friend walking by on the street. What would you do?",
            "There is a fire in the street. What would you do?",
        ),
        "reflections": (
            "What inspires you most at present, and why?",
            "What book might {close} like, knowing what you know of them?",
            "What would you give {close} for a birthday?",
            "What compliment would you pay {close}?",
            "Whom of those you talked to recently would you spend time with, and why? Who is closest to you?",
        ),
    },
    "zh": {
        "self": ("介绍一下你自己。", "你是做什么的？", "你有什么爱好？", "你跟谁一起住？", "你平常一天都做些什么？"),
        "memory": (
            "{bond}是谁？",
            "{other}是谁？",
            "你跟{met}聊了什么？",
            "{topic}的事，你听说了什么？",
            "{stranger}是谁？",
        ),
        "plans": (
            "明天早上六点你会在做什么？",
            "明天下午六点你会在做什么？",
            "你今天下午一点刚做完什么？",
            "你今天下午五点半刚做完什么？",
            "今天晚上十点你会在做什么？",
        ),
        "reactions": (
            "你的早饭烧糊了！你会怎么做？",
            "茅厕里有人，你会怎么做？",
            "要做晚饭，可是家里什么都没有，你会怎么做？",
            "路上看见一个朋友，你会怎么做？",
            "街上失火了，你会怎么做？",
        ),
        "reflections": (
            "眼下最打动你的是什么？为什么？",
            "以你对{close}的了解，{close}会喜欢什么书？",
            "{close}过生日，你送什么礼物？",
            "你会怎么夸{close}？",
            "近来说过话的人里，你最想跟谁待在一起？为什么？",
        ),
    },
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question with its answer, the details in it that are true, and what in it is made up."""

    kind: str
    question: str
    answer: Answered
    details: frozenset[str]
    invented: frozenset[str]
    is_lived: bool = False
    support: int = 0

    @property
    def score(self) -> int:
        """What the answer is worth, from 0 to 3."""
        return 1 + self.is_lived + (self.support > 1) if self.details else 0

    @property
    def is_specific(self) -> bool:
        """Whether it says something of its own; of a stranger, that nobody of that name is known."""
        return bool(self.details) or any(name in self.question for name in STRANGER.values())


def ask_everybody(lived: Lived, without: Collection[Faculty] = ()) -> list[Asked]:
    """Put all questions to every agent of a town at the end of its second day."""
    return [asked for agent in lived.agents for asked in ask(lived, agent, without)]


def ask(lived: Lived, agent: AgentId, without: Collection[Faculty] = ()) -> list[Asked]:
    """Put all questions to one agent."""
    run = lived.run
    state = load_mind(run.store, run.number, run.town, agent, before=ASKED_AT)
    truth = Truth.of(lived, agent)
    return [
        truth.judged(kind, question, _answer(state, agent, question, without), lived)
        for kind, question in questions(lived, agent)
    ]


def say_why_absent(lived: Lived, agent: AgentId) -> bool:
    """Whether somebody who stayed away from an occasion can say why: that they knew nothing of it, too."""
    occasion = next(
        word for fact in lived.scenario.facts for word in fact.key_words[:1] if _is_occasion(fact, lived)
    )
    run = lived.run
    state = load_mind(run.store, run.number, run.town, agent, before=ASKED_AT)
    answered = _answer(state, agent, ABSENT[lived.scenario.language].format(occasion=occasion), ())
    pack = pack_for(_packs(), lived.scenario.language)
    return any(pack.phrases.read_within(frame, answered.text) is not None for frame in REASONS)


def _is_occasion(fact: Fact, lived: Lived) -> bool:
    planted = next((memory for memory in lived.memories if memory.text == fact.text), None)
    return planted is not None and planted.when is not None and planted.when < ASKED_AT


def _answer(state: State, agent: AgentId, question: str, without: Collection[Faculty]) -> Answered:
    thinker = state.thinker(agent, Ledger(ASKED_AT, MOST_AGENTS, lambda entry: None), ASKED_AT)
    return asyncio.run(interview(thinker, question, (), without))


def questions(lived: Lived, agent: AgentId) -> Iterator[tuple[str, str]]:
    """The questions to one agent, about people and matters it can know of."""
    persona, names = lived.scenario.persona(agent), lived.run.town.cast.names
    bonds = sorted(persona.bonds, key=lambda bond: (-bond.closeness, bond.other)) or _acquaintances(
        lived, agent
    )
    met = [talk for talk in lived.conversations if agent in talk.members and talk.minute < ASKED_AT]
    last = next((other for other in met[-1].members if other != agent), "") if met else ""
    values = {
        "bond": names[bonds[min(1, len(bonds) - 1)].other] if bonds else "",
        "other": names[bonds[-1].other] if bonds else "",
        "close": names[bonds[0].other] if bonds else "",
        "met": names.get(last, ""),
        "topic": _topic(lived, agent),
        "stranger": STRANGER[lived.scenario.language],
    }
    for kind, texts in QUESTIONS[lived.scenario.language].items():
        for text in texts:
            if all(values[gap] for gap in re.findall(r"\{(\w+)\}", text)):
                yield kind, text.format(**values)


def _acquaintances(lived: Lived, agent: AgentId) -> list:
    return [relation for relation in lived.relations if relation.agent == agent]


def _topic(lived: Lived, agent: AgentId) -> str:
    """A matter that the agent has heard or knows of."""
    for fact in lived.scenario.facts:
        for memory in lived.of(agent):
            if memory.minute < ASKED_AT and memory.importance > 1 and mentions(memory.text, fact):
                return next(word for word in fact.key_words if word.lower() in memory.text.lower())
    return ""


@dataclass(frozen=True, kw_only=True)
class Truth:
    """All that an agent can rightly say: what it remembers, what it is, what its world is called."""

    persona: Persona
    pack: Pack
    lexicon: Lexicon
    known: frozenset[str]
    common: frozenset[str]

    @staticmethod
    def of(lived: Lived, agent: AgentId) -> Truth:
        """What an agent of a run knows."""
        scenario = lived.scenario
        persona, lexicon = scenario.persona(agent), Lexicon(scenario.language)
        pack = pack_for(_packs(), scenario.language)
        texts = [memory.text for memory in lived.of(agent) if memory.minute < ASKED_AT]
        texts += [step.activity for step in lived.steps if step.agent == agent]
        texts += [*persona.seed, *persona.traits, *persona.says, persona.currently, persona.register]
        texts += [item.activity for item in persona.routine] + [bond.kind for bond in persona.bonds]
        texts += [room.path.replace("/", " ") for place in scenario.places for room in place.rooms]
        texts += [thing.path for place in scenario.places for room in place.rooms for thing in room.things]
        texts += [name for name in lived.run.town.cast.names.values()] + [scenario.town, str(persona.age)]
        texts += [name.called for name in lived.run.town.cast.known_as.values()]
        return Truth(
            persona=persona,
            pack=pack,
            lexicon=lexicon,
            known=_terms(texts, lexicon),
            common=_terms(_fixed_words(pack), lexicon),
        )

    def judged(self, kind: str, question: str, answer: Answered, lived: Lived) -> Asked:
        """An answer with its details sorted."""
        asked = _terms([question], self.lexicon)
        terms = _terms([answer.text], self.lexicon) - asked
        own = {term for term in terms - self.common if not term.isdigit()}
        details = frozenset(own & self.known)
        if kind == "plans" and not _is_where_it_was(question, answer.text, self.persona.id, lived):
            details = frozenset()
        return Asked(
            kind=kind,
            question=question,
            answer=answer,
            details=details,
            invented=self._invented(answer.text, asked | self.known | self.common),
            is_lived=any(lived.by_id[row].minute > 0 for row in answer.because)
            or (kind == "plans" and self._is_as_planned(question, answer.text, terms | asked, lived)),
            support=len(_behind(answer.because, lived)),
        )

    def _is_as_planned(self, question: str, answer: str, said: frozenset[str], lived: Lived) -> bool:
        """Whether an answer names what the agent did, or was going to do, at the hour of today it was asked
        about. What it usually does then says nothing of this day.
        """
        clock = next((minute for words, minute in HOURS.items() if words in question), None)
        if clock is None or self.pack.phrases.read_within("usual_at", answer) is not None:
            return False
        blocks = [step for step in lived.steps if step.agent == self.persona.id and step.level == "block"
                  and step.start <= minute_at(2, clock) < step.end]  # fmt: skip
        done = _terms([step.activity for step in blocks[-1:]], self.lexicon)
        return bool(done) and len(done & said) >= ENOUGH * len(done)

    def _invented(self, text: str, allowed: frozenset[str]) -> frozenset[str]:
        """Terms that come from nowhere. In scripts without spaces the seams between phrases make new pairs, so
        that only a run of them counts.
        """
        made_up = [term for term in self.lexicon.terms(text) if term not in allowed and not term.isdigit()]
        if self.pack.grammar.spaced:
            return frozenset(term for term in made_up if len(term) > 2)
        return frozenset(
            text[at : at + 4] for at in range(len(text) - 3)
            if all(text[at + n : at + n + 2] in made_up for n in range(3))
        )  # fmt: skip


def _is_where_it_was(question: str, answer: str, agent: AgentId, lived: Lived) -> bool:
    """Whether an answer about an hour that is over names the place where the agent was."""
    clock = next((minute for words, minute in HOURS.items() if words in question), None)
    if clock is None or minute_at(2, clock) > ASKED_AT:
        return True
    minute = minute_at(2, clock)
    there = [
        stay.room.partition("/")[0] for since, until, stay in lived.stays[agent] if since <= minute < until
    ]
    return any(place in answer for place in there)


def _behind(because: Sequence[int], lived: Lived) -> frozenset[int]:
    """The lived memories that an answer rests on, through whatever was concluded from them."""
    found: set[int] = set()
    for row in because:
        memory = lived.by_id[row]
        found |= _behind(memory.evidence, lived) if memory.kind == "reflection" else {row}
    return frozenset(found)


def _terms(texts: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    return frozenset(term for text in texts for term in lexicon.terms(text))


def _fixed_words(pack: Pack) -> list[str]:
    """All words that belong to the language and not to the town."""
    frames = [phrase.text for frame in pack.phrases.frames for phrase in pack.phrases.of(frame)]
    steps = [step for activity in pack.activities for step in (*activity.steps, activity.kind)]
    calendar = [*pack.calendar.said.values(), *pack.calendar.days, *pack.calendar.weekdays]
    small = [*pack.words["stop"].spaced, *pack.words["stop"].unspaced]
    persons = [form for forms in (pack.grammar.first, pack.grammar.second, *pack.grammar.third.values())
               for form in (forms.subject, forms.object, forms.possessive, forms.own, forms.self)]  # fmt: skip
    return [re.sub(r"\{\w+\}|<\w+>", " ", text) for text in (*frames, *steps, *calendar, *small, *persons)]


@cache
def _packs() -> Mapping[str, Pack]:
    return read_packs(Path(rehearsal.__file__).parent / "packs")
