"""The paper of a day that a model wrote: the sentences that the log supports, and those left out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import cast

from engine.clock import DAY
from engine.display.html import Card
from engine.display.listed import Displayed
from engine.display.rows import Grid
from engine.insight.story.paper import paper
from engine.insight.story.sentence import PaperSentence
from engine.insight.written.clippings import Clipping, clippings
from engine.insight.written.left_out import Fault, LeftOut, Why
from engine.insight.written.question import question
from engine.insight.written.support import Support
from engine.models import Model
from engine.moments.moment import Moment
from engine.prompts.forms import tag
from engine.prompts.questions import WritePaper
from engine.prompts.questions.aside.write_paper import DayReport, Report
from engine.prompts.sense.matter import bare
from engine.records import AgentId
from engine.store.writing.papers import KeptPaper, KeptSentence, kept_paper

_GLANCE = 0.1  # seconds between two looks whether to stop
_TAGS = re.compile(r"\s*[\[(（【]\s*e\d{1,3}(?:\s*[,，、;]\s*e?\d{1,3})*\s*[\])）】]")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WrittenPaper(Displayed):
    """A paper written by a model, without the sentences that the log does not support.

    It names the `profile` and `model` that wrote it, when it was `made`, which `edition` it is, and whether
    it is the one that is `shown`. `story` concerns the town, and `people` have a paragraph each. The
    headline is by rule unless `headed`, and so are the paragraphs of those in `by_rule`.
    """

    day: int
    profile: str
    model: str
    made: str
    edition: int
    shown: bool
    headed: bool
    headline: PaperSentence
    story: tuple[PaperSentence, ...]
    people: Mapping[AgentId, tuple[PaperSentence, ...]]
    by_rule: frozenset[AgentId]
    left_out: tuple[LeftOut, ...]
    joint: str = " "

    def __repr__(self) -> str:
        """Return the day, the profile and the headline."""
        return f"<Paper of day {self.day} by {self.profile}: {self.headline.text}>"

    def _card_(self) -> Card:
        told = [("", one) for one in self.story]
        told += [(agent, each) for agent, some in self.people.items() for each in some]
        rows = tuple((who, one.text, one.ids[0] if one.ids else None) for who, one in told)
        facts = [("written by", self.profile), ("left out", str(len(self.left_out)))]
        grid = Grid(
            caption=f"Day {self.day}", columns=("about", "sentence", "row"), rows=rows, total=len(rows)
        )
        return Card(title=self.headline.text, facts=facts, grids=(grid,) if rows else ())

    @property
    def is_empty(self) -> bool:
        """Return whether none of it is left, so that the paper by rule is shown."""
        return not self.headed and not self.story and len(self.by_rule) == len(self.people)

    @property
    def sentences(self) -> tuple[PaperSentence, ...]:
        """Return all its sentences, in order."""
        return (self.headline, *self.story, *(each for some in self.people.values() for each in some))


def written(moment: Moment, day: int) -> WrittenPaper | None:
    """Return the paper that a model wrote of a day; None if there is none, or the day is not over by then."""
    is_over = moment.before >= day * DAY
    found = kept_paper(moment.store, moment.row.number, day) if is_over else None
    return _as_read(moment, found) if found is not None else None


def _as_read(moment: Moment, kept: KeptPaper) -> WrittenPaper:
    by_rule = paper(moment, kept.day)
    told = [(one, _sentence(moment, one)) for one in kept.sentences]
    headline = told.pop(0)[1] if kept.headed and told else by_rule.headline
    of = {agent: tuple(said for one, said in told if one.about == agent) for agent in by_rule.people}
    return WrittenPaper(
        day=kept.day,
        profile=kept.profile,
        model=kept.model,
        made=kept.made,
        edition=kept.edition,
        shown=kept.shown,
        headed=kept.headed,
        headline=headline,
        story=tuple(said for one, said in told if one.about not in of),
        people=MappingProxyType({agent: of[agent] or by_rule.people[agent] for agent in of}),
        by_rule=frozenset(agent for agent in of if not of[agent]),
        left_out=tuple(
            LeftOut(text=one.text, why=cast("Why", one.why), what=one.what) for one in kept.left_out
        ),
        joint=by_rule.joint,
    )


def _sentence(moment: Moment, one: KeptSentence) -> PaperSentence:
    named = moment.town.cast.mentioned(one.text)
    whom = (one.about,) if one.about else ()
    return PaperSentence(text=one.text, ids=one.ids, who=tuple(dict.fromkeys((*whom, *named))))


# ---- writing it


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What is needed to have the paper of a day written, at a moment after the day.

    It holds the prompt, and the clippings by their numbers in it.
    """

    over: Moment
    day: int
    shown: tuple[Clipping, ...]
    asked: WritePaper

    def edited(self, answer: DayReport) -> tuple[bool, tuple[KeptSentence, ...], tuple[KeptSentence, ...]]:
        """Return whether the headline holds, the sentences that hold, and those left out with the reasons."""
        support, said = Support(self.over.town, self.day, self.asked), set[tuple[AgentId, str]]()
        stands: list[KeptSentence] = []
        left: list[KeptSentence] = []
        headed = False
        for place, report in enumerate(answer.sentences):
            one, fault = self._held(report, support, said)
            if fault is not None:
                left.append(one)
                continue
            said.add((one.about, bare(one.text)))
            headed = headed or place == 0
            stands.append(one)
        return headed, tuple(stands), tuple(left)

    def _held(
        self, report: Report, support: Support, said: set[tuple[AgentId, str]]
    ) -> tuple[KeptSentence, Fault | None]:
        text = self._unlabelled(" ".join(_TAGS.sub("", report.text).split()))
        about = self._agent(report.about)
        cited = self._cited(report, text)
        fault = support.fault(text, about, cited)
        if report.about and not about:
            fault = ("stranger", report.about)
        if fault is None and (about, bare(text)) in said:
            fault = ("again", "")
        ids = tuple(dict.fromkeys(one for each in cited for one in each.ids))
        why, what = fault or ("", "")
        return KeptSentence(text=text, about=about, ids=ids, why=why, what=what), fault

    def _unlabelled(self, text: str) -> str:
        """Return a sentence without the label of an entry, such as its hour, if the model copied it."""
        label = next((one for one in self._labels if text.startswith(one)), "")
        return text.removeprefix(label)

    @cached_property
    def _labels(self) -> Sequence[str]:
        labels = {one.label(self.over.town) for one in self.shown}
        hours = {label.partition(" ")[0] + " " for label in labels if label[:1].isdigit()}
        return sorted(filter(None, labels | hours), key=lambda one: (-len(one), one))

    def _cited(self, report: Report, text: str) -> Sequence[Clipping]:
        """Return the clippings that a sentence rests on; empty if it cites an entry that was not shown.

        They are the entry that it repeats word for word, or else those it cites.
        """
        same = next((one for one in self.shown if bare(one.text) == bare(text)), None)
        if same is not None:
            return [same]
        tags = dict.fromkeys(one.strip(" []").lower() for one in report.because)
        cited = [self._tagged[one] for one in tags if one in self._tagged]
        return cited if len(cited) == len(tags) else []

    @cached_property
    def _tagged(self) -> Mapping[str, Clipping]:
        return {tag("entries", number): one for number, one in enumerate(self.shown, 1)}

    def _agent(self, name: str) -> AgentId:
        names = self.over.town.cast.names
        return next((agent for agent, full in names.items() if full == name), "")


def desk(over: Moment, day: int, edition: int = 1) -> Desk:
    """Return the prompt and clippings by which a model writes the paper of a day that is over."""
    shown = clippings(over, day)
    entries = [one.entry(over.town) for one in shown]
    return Desk(over=over, day=day, shown=shown, asked=question(over.town, day, entries, edition))


async def answered(model: Model, asked: WritePaper, stop: Callable[[], bool] | None) -> DayReport | None:
    """Return a model's answer, or None if `stop` returns true first.

    Raises ModelFailed with the reason if there is no usable answer.
    """
    asking = asyncio.ensure_future(model.ask(asked))
    try:
        while not asking.done():
            if stop is not None and stop():
                return None
            await asyncio.wait([asking], timeout=_GLANCE)
        return asking.result()
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await model.close()
