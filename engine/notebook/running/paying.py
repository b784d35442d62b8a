"""Paying: what the cells that are to be run may take of a served model, before anything of it is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.api.forecast import Forecast, Range, forecast_of_files
from engine.api.judging.judge import judge_forecast
from engine.api.models import read_routes
from engine.api.workspace import Workspace
from engine.clock import DAY
from engine.notebook.running.chain import Step
from engine.notebook.running.clocks import goal_of_run
from engine.notebook.running.lived_before import lived_before
from engine.notebook.running.town import TownOfNotebook
from engine.notebook.specs import Compare, Expect, Interview, Run, Survey


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What some cells may take: how many days are lived for them, how many questions asked, and all of it.
    Of the days, `recorded` were lived before, in the run `where`: a model's answers are there already, and
    are not counted in the whole. `seconds` is how long it may take, or None if the model has never answered.
    """

    days: float
    questions: int
    whole: Forecast
    recorded: float = 0.0
    where: str = ""
    seconds: Range | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """From which minute to which a checkpoint is lived, and whether nothing but living led there."""

    since: int
    until: int
    untouched: bool

    def days(self, until: int | None = None) -> float:
        """Return how many days it is, of those up to a minute where one is given."""
        ends = self.until if until is None else min(self.until, until)
        return max(0, ends - self.since) / DAY


_BEGINNING = _Stretch(since=0, until=0, untouched=True)


def estimated(
    workspace: Workspace, town: TownOfNotebook, steps: Iterable[Step], wanted: Iterable[Step]
) -> Estimate | None:
    """Return what the steps that are wanted, with those they stand on, may take; None where none is paid for.
    What is repeated with many seeds counts each, and what is asked is reckoned as the questions of a day are.
    """
    every, asked = tuple(steps), tuple(wanted)
    judged = _judged_elsewhere(workspace, asked)
    if not workspace.models.is_served(town.model):
        return judged
    length = dict(_lengths(every))
    days = sum(_days(step, every, length) for step in asked)
    questions = sum(_questions(step, len(town.people) // 2) for step in asked)
    if not days and not questions:
        return judged
    before = lived_before(workspace, town)
    lived = [length[step.after] for step in asked if step.changes_town]
    recorded = sum(one.days(before.minute) for one in lived if one.untouched)
    day = forecast_of_files(workspace, town.setup.files, town.model, seed=town.setup.seed)
    whole = _whole(day, days - recorded, questions)
    return Estimate(
        days=days,
        questions=questions + (judged.questions if judged is not None else 0),
        whole=whole if judged is None else _both(whole, judged.whole),
        recorded=recorded,
        where=before.run if recorded else "",
        seconds=_seconds(workspace, town.model, whole.calls),
    )


def _seconds(workspace: Workspace, model: str, calls: Range) -> Range | None:
    """Return how long calls may take: from as many at once as the profile allows, to one after the other."""
    profiles = workspace.models.profiles()
    routed = sorted(set(read_routes(model).values()) & profiles.keys())
    means = [workspace.models.mean_seconds(name) for name in routed]
    known = [mean for mean in means if mean is not None]
    if not known or len(known) < len(means):
        return None
    at_once = max(profiles[name].concurrency for name in routed)
    return Range(least=round(calls.least * min(known) / at_once), most=round(calls.most * max(known)))


def _judged_elsewhere(workspace: Workspace, steps: Iterable[Step]) -> Estimate | None:
    """Return what the verdicts take that another model than the notebook's is to give; None without one."""
    profiles, whole, verdicts = workspace.models.profiles(), None, 0
    for step in steps:
        spec = step.cell.spec
        if isinstance(spec, Expect) and spec.judge and spec.by in profiles:
            one = judge_forecast(profiles[spec.by], 1)
            whole, verdicts = one if whole is None else _both(whole, one), verdicts + 1
    return None if whole is None else Estimate(days=0.0, questions=verdicts, whole=whole)


def _both(one: Forecast, other: Forecast) -> Forecast:
    def added(a: Range, b: Range) -> Range:
        return Range(least=a.least + b.least, most=a.most + b.most)

    known = one.micros is not None and other.micros is not None
    return Forecast(
        calls=added(one.calls, other.calls),
        tokens=added(one.tokens, other.tokens),
        micros=added(one.micros, other.micros) if known and one.micros and other.micros else None,
        days=one.days,
    )


def duration_words(seconds: float) -> str:
    """Return a duration in words: `less than a second`, `3 s`, `4 min`, `1 h 20 min`."""
    if seconds < 1:
        return "less than a second"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def time_words(found: Estimate) -> str:
    """Return in a sentence how long an estimate may take."""
    if found.seconds is None:
        return "The duration is unknown because this model has not answered anything yet."
    least, most = duration_words(found.seconds.least), duration_words(found.seconds.most)
    return f"It may take {least} to {most}." if least != most else f"It may take {least}."


def recorded_words(found: Estimate) -> str:
    """Return in a sentence whether recorded answers exist, which cost nothing."""
    if not found.days:
        return "Questions that were asked before in the same words use recorded answers and cost nothing."
    if not found.recorded:
        return (
            "No recording of these days was found. Questions that were asked before in the same words use "
            "recorded answers and cost nothing."
        )
    if found.recorded == found.days:
        return (
            f"All of these days were simulated before in {found.where} with the same town, seed and model: "
            "the answers are recorded and cost nothing."
        )
    return (
        f"{round(found.recorded, 1):g} of {round(found.days, 1):g} days were simulated before in "
        f"{found.where} with the same town, seed and model: their answers are recorded and cost nothing."
    )


def _lengths(steps: Iterable[Step]) -> Iterator[tuple[str, _Stretch]]:
    """Yield of each checkpoint how it is come to from the one before."""
    known: dict[str, _Stretch] = {}
    for step in steps:
        spec = step.cell.spec
        if not step.changes_town or step.after in known:
            continue
        before = known.get(step.before, _BEGINNING)
        goal = goal_of_run(spec, before.until) if isinstance(spec, Run) else before.until
        known[step.after] = _Stretch(
            since=before.until,
            until=max(before.until, goal),
            untouched=before.untouched and isinstance(spec, Run),
        )
        yield step.after, known[step.after]


def _days(step: Step, steps: tuple[Step, ...], length: Mapping[str, _Stretch]) -> float:
    spec = step.cell.spec
    if step.changes_town:
        return length[step.after].days()
    if isinstance(spec, Compare):
        base = next(one for one in steps if one.cell.id == spec.base)
        days = length.get(base.after, _BEGINNING).days()
        variants = sum(not one.notebook for one in spec.variants)
        return days * (2 * variants or 1) * spec.repeat if spec.repeat else days * variants
    if isinstance(spec, Expect) and spec.seeds:
        return length.get(step.before, _BEGINNING).until / DAY * spec.seeds
    return 0.0


def _questions(step: Step, people: int) -> int:
    spec = step.cell.spec
    if isinstance(spec, Interview):
        asked = len(spec.who) * (len(spec.ask) + bool(spec.kind))
        return 2 * asked + len(spec.who) if spec.live else asked  # answers, and what stays of the talk
    if isinstance(spec, Expect):
        return bool(spec.ask) + (bool(spec.judge) and not spec.by)
    if isinstance(spec, Survey):
        return people if spec.who is None else len(spec.who)
    return 0


def _whole(day: Forecast, days: float, questions: int) -> Forecast:
    def times(found: Range) -> Range:
        of_day = day.calls.least + day.calls.most
        asked = questions * (found.least + found.most) / max(1, of_day)
        return Range(least=round(found.least * days + asked), most=round(found.most * days + asked))

    return Forecast(
        calls=times(day.calls),
        tokens=times(day.tokens),
        micros=None if day.micros is None else times(day.micros),
        days=day.days,
    )
