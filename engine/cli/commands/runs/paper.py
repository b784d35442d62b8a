"""The newspaper of a day: printed, written by a model, and the choice of which one is shown."""

from __future__ import annotations

from argparse import Namespace

from engine.api.run import LeftOut, Paper, PaperSentence, WrittenPaper
from engine.api.workspace import Run
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.errors import BadInput


def paper(given: Namespace, terminal: Terminal) -> int:
    """Print the newspaper of a day, after a model has written it if that is requested."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        if given.cost:
            cost = run.paper_cost(given.day, model=given.model)
            terminal.say(f"{cost.words if cost else 'no cost'}.")
            return 0
        written = _written(run, given, terminal)
        shown = written if written is not None and written.shown else None
        by_rule = run.story(given.at).paper(given.day)
    if given.json:
        terminal.data(_written_facts(shown) if shown else _paper_facts(by_rule))
    elif shown:
        _say_written(run, shown, terminal)
    else:
        _say_paper(run, by_rule, terminal)
    if written is not None and not given.json:
        _say_left_out(written, terminal)
    return 0


def _written(run: Run, given: Namespace, terminal: Terminal) -> WrittenPaper | None:
    """Return the newspaper that a model has written, or writes now."""
    if given.write:
        if given.at is not None:
            raise BadInput("a paper covers a whole day; use --write without --at")
        cost = run.paper_cost(given.day, model=given.model)
        terminal.note(f"it may take {cost.words}" if cost else "no cost")
        return run.write_paper(given.day, model=given.model)
    if given.model:
        raise BadInput("--model needs --write or --cost; add one of them")
    if given.show is not None:
        found = run.story(given.at).written(given.day)
        if found is None:
            raise BadInput("there is no paper by a model for this day; create one with --write")
        run.show_paper(found.day, by_rule=given.show == "rule")
    return run.story(given.at).written(given.day)


def _say_paper(run: Run, written: Paper, terminal: Terminal) -> None:
    terminal.say(f"{run.scenario.town}, day {written.day}, as of {moment_words(written.minute)}\n")
    terminal.say(written.headline.text)
    if written.turns:
        rows = [(one.sentence.ids[0], one.point.weight, one.sentence.text) for one in written.turns]
        terminal.say()
        terminal.table([("id", "weight", "highlight"), *rows], right=(0, 1), headed=True)
        if written.more:
            terminal.say(f"and {written.more} more")
    _say_people(run, written, terminal)


def _say_written(run: Run, written: WrittenPaper, terminal: Terminal) -> None:
    terminal.say(f"{run.scenario.town}, day {written.day}, written by {written.profile}\n")
    terminal.say(written.headline.text)
    if written.story:
        rows = [(one.ids[0], one.text) for one in written.story]
        terminal.say()
        terminal.table([("id", "highlight"), *rows], right=(0,), headed=True)
    _say_people(run, written, terminal)


def _say_people(run: Run, written: Paper | WrittenPaper, terminal: Terminal) -> None:
    for agent, told in written.people.items():
        terminal.say(f"\n{run.town.cast.names[agent]}")
        terminal.table([(*one.ids[:1], one.text) for one in told], right=(0,), indent="  ")


def _say_left_out(written: WrittenPaper, terminal: Terminal) -> None:
    """Print how many sentences of the model were left out, and why."""
    count = len(written.left_out)
    if written.is_empty:
        terminal.note(
            f"nothing in the log supports what {written.profile} wrote; this is the rule-based paper"
        )
    elif count:
        terminal.note(
            f"sentences by {written.profile} left out because nothing in the log supports them: {count}"
        )
    if written.left_out:
        terminal.say("\nLeft out")
        terminal.table([(one.text, one.words) for one in written.left_out], indent="  ")


def _paper_facts(written: Paper) -> dict[str, object]:
    return {
        "day": written.day,
        "minute": written.minute,
        "by": "rule",
        "headline": _sentence(written.headline),
        "turning_points": [
            {**_sentence(one.sentence), "turn": one.point.turn, "weight": one.point.weight}
            for one in written.turns
        ],
        "more": written.more,
        "people": {agent: [_sentence(one) for one in told] for agent, told in written.people.items()},
    }


def _written_facts(written: WrittenPaper) -> dict[str, object]:
    return {
        "day": written.day,
        "by": written.profile,
        "model": written.model,
        "made": written.made,
        "edition": written.edition,
        "headline": _sentence(written.headline),
        "story": [_sentence(one) for one in written.story],
        "people": {agent: [_sentence(one) for one in told] for agent, told in written.people.items()},
        "by_rule": sorted(written.by_rule),
        "left_out": [_left_out(one) for one in written.left_out],
    }


def _left_out(one: LeftOut) -> dict[str, object]:
    return {"text": one.text, "why": one.why, "words": str(one.words)}


def _sentence(one: PaperSentence) -> dict[str, object]:
    return {"text": one.text, "ids": one.ids, "who": one.who}
