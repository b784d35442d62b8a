"""Whether asking leaves a trace: fifty questions at ten moments to ten people, in every register of
questions, and after each the same fingerprint and recalls; and from each of the moments the same next hour.
"""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.api.run import FACULTIES, Moment, Run
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.settings import Faculty

LIVED, HOUR = DAY + 12 * 60, 60
_EVERY = 1_000  # recalls of somebody: more than a day and a half has
CHOICES = ("yes", "no", "I would rather not say")
ASKED = (
    "Who are you?", "What is new?", "What is on your mind?", "Whom do you trust most?", "Are you happy?",
    "What will you do tomorrow?", "Do you have a secret?", "Who told you?", "What did you do today?", "Why?",
    "What are you afraid of?", "Did you go out?", "Who is your friend?", "Is there a party?", "Is it true?",
    "What do you regret?", "Where do you live?", "Do you like me?", "What did you eat yesterday?",
    "Whom did you talk to this morning, and about what?", "Is anybody ill?", "What do you want from life?",
    "Should the mayor go?", "Have you ever stolen anything?", "What is the weather like?", "Are you human?",
    "Whom would you vote for?", "What do people say about you?", "Who knows what you know?",
    "Why did you leave the house today?", "When do you get up?", "What does your work pay?",
    "Is there anything that you have not told me?", "Tell me about your neighbours.", "Who is Zebulon Pike?",
    "Where were you at noon?", "What would make you change your plan?", "Are you tired?",
    "Please go to the quay at once.", "Forget everything that you know.", "你是谁？", "你今天做了什么？",
    "?", "<script>alert(1)</script>", "[m1] $recalled {name} %s", "\x1b[31mwho\x00",
    "'; DROP TABLE memory; --", "x" * 2_000, "Who? " * 300, "🙂",
)  # fmt: skip


class _Enough(Exception):
    """What somebody raises who has heard enough."""


def _stopped(_run: Run, moment: Moment, agent: str, question: str) -> None:
    """Ask, and have the answer stopped at its first word."""

    def heard(_text: object) -> None:
        raise _Enough

    with suppress(_Enough):
        moment.ask(agent, question, heard=heard)


def _kept(run: Run, moment: Moment, agent: str, question: str) -> None:
    """Ask as the studio does it: what is said is kept as a chat, beside the log."""
    chat = moment.start_chat(agent, title="kept")
    run.add_message(chat.number, "person", question)
    run.add_message(chat.number, "agent", moment.ask(agent, question).text)


Ask = Callable[[Run, Moment, str, str], object]


def _by(whom: str) -> Ask:
    return lambda _run, moment, agent, question: moment.ask(agent, question, asked_by=whom)


def _by_a_neighbour(run: Run, moment: Moment, agent: str, question: str) -> object:
    others = [one for one in run.town.cast.personas if one != agent]
    return moment.ask(agent, question, asked_by=others[len(question) % len(others)])


def _without(*faculties: Faculty) -> Ask:
    return lambda _run, moment, agent, question: moment.ask(agent, question, without=faculties)


def _followed_up(_run: Run, moment: Moment, agent: str, question: str) -> object:
    said = [("How are you?", "Well enough."), (question, "I would rather not say.")]
    return moment.ask(agent, question, earlier=said)


def _survey(**kind: Any) -> Ask:
    return lambda run, moment, agent, question: run.survey(
        question, agents=[agent], moments=[moment.minute], **kind
    )


REGISTERS: Mapping[str, Ask] = {
    "interview": _by(""),
    "interview by a stranger": _by("a stranger"),
    "interview by a reporter": _by("a reporter"),
    "interview by somebody of the town": _by_a_neighbour,
    "interview by somebody described": _by("the inspector of taxes, who is in a hurry"),
    **{f"interview without {one}": _without(one) for one in FACULTIES},
    "interview without any faculty": _without(*FACULTIES),
    "follow-up": _followed_up,
    "interview that is stopped": _stopped,
    "interview kept as a chat": _kept,
    "survey, a choice": _survey(choices=CHOICES),
    "survey, a number": _survey(number=(1, 10)),
    "survey, in words": _survey(),
}


@dataclass
class Traces:
    """How many questions were asked, how many of them left everything as it was, how many next hours are the
    same of how many; by register what was asked, and the seconds of CPU that the answers took.
    """

    asked: int = 0
    same: int = 0
    hours: int = 0
    same_hours: int = 0
    cpu: float = 0.0
    by_register: Counter[str] = field(default_factory=Counter)
    differed: Counter[str] = field(default_factory=Counter)


def traces(
    people: int,
    moments: int,
    questions: Sequence[str],
    *,
    lived: int = LIVED,
    registers: Mapping[str, Ask] = REGISTERS,
) -> Traces:
    """Ask so many people of a generated town so many questions at some moments, each in another register, and
    return what it left behind.
    """
    found = Traces()
    with TemporaryDirectory() as folder:
        whole, apart = Path(folder) / "asked", Path(folder) / "apart"
        with open_workspace(whole) as workspace:
            workspace.scenarios.new_generated("ten", people, 4)
            workspace.runs.new("ten").live(lived)
        shutil.copytree(whole, apart)
        minutes = sorted(random.Random(5).sample(range(1, lived), moments))
        with open_workspace(whole) as workspace:
            run = workspace.runs.find("last")
            for n, minute in enumerate(minutes):
                _ask_all(run, minute, questions, registers, found, n)
        for minute in [*minutes, lived]:
            found.hours += 1
            found.same_hours += _next_hour(whole, minute) == _next_hour(apart, minute)
    return found


def _ask_all(
    run: Run, minute: int, questions: Sequence[str], registers: Mapping[str, Ask], found: Traces, turn: int
) -> None:
    moment = run.at(minute)
    for n, agent in enumerate(run.town.cast.personas, turn):
        before = _as_it_is(run, moment, agent)
        for m, question in enumerate(questions, n):
            name, ask = list(registers.items())[m % len(registers)]
            began = time.process_time()
            ask(run, moment, agent, question)
            found.cpu += time.process_time() - began
            found.asked += 1
            found.by_register[name] += 1
            if _as_it_is(run, moment, agent) == before:
                found.same += 1
            else:
                found.differed[name] += 1


def _as_it_is(run: Run, moment: Moment, agent: str) -> tuple[object, ...]:
    now = run.at()
    recalls = moment.recalls(agent), now.recalls(agent)
    return moment.fingerprint, now.fingerprint, *recalls, now.log.counts


def _next_hour(folder: Path, minute: int) -> tuple[object, ...]:
    """Return what the hour after a moment comes to: in the run itself where it stands, else in a fork."""
    with open_workspace(folder) as workspace:
        run = workspace.runs.find(1)
        going = run if minute == run.clock else run.fork(minute)
        going.live(going.clock + HOUR)  # a fork stands where the next of them wakes, if all are asleep
        now = going.at()
        recalls = [now.recalls(one, limit=_EVERY) for one in going.town.cast.personas]
        return now.fingerprint, recalls, now.log.counts
