"""In person: talk with the people of a town, or answer for one of them, from a terminal or a pipe."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from engine.api.talk import AskedInPerson, Visiting, in_words
from engine.api.workspace import Run
from engine.cli.naming import existing, next_command
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.errors import BadInput
from engine.records import Line, is_visitor

_AN_HOUR = 60  # minutes


def visit(given: Namespace, terminal: Terminal) -> int:
    """Talk with the people in a room, line by line from the input, until it ends; then leave."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        visiting = _taken_up(run, given) or run.visit(given.room, given.name, given.about)
        talk = visiting.now
        if talk is None:  # nobody can come between: it has just begun
            raise BadInput("the visit is already over; begin another one")
        names = run.town.cast.names
        if not given.json:
            who = names[talk.person] + (", a visitor" if is_visitor(talk.person) else "")
            heard_by = ", ".join(names[one] for one in talk.members if one != talk.person)
            terminal.say(f"You are {who}, at {talk.room}, {moment_words(talk.minute)}. Present: {heard_by}.")
            if terminal.is_watched:
                terminal.say(
                    "Type a line to say it; an empty line lets the others talk. Ctrl+D ends the visit."
                )
        said = [_facts(run, line) for line in _talk(run, visiting, given, terminal)]
        visiting.leave()
        if given.json:
            terminal.data({"run": run.row.id, "room": talk.room, "as": talk.person, "lines": said})
        else:
            again = next_command(given, "resume", run.row.id, "--days", "1")
            terminal.say(f"\nYou have left. They remember the visit; to see the effect: {again}")
    return 0


def be(given: Namespace, terminal: Terminal) -> int:
    """Answer an agent's questions until a moment: by number, in words, or in JSON."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        agent = run.agent(given.agent)
        until = run.goal_at(given.until) if given.until is not None else run.clock + _AN_HOUR
        answers: dict[str, str] = {}
        told: list[dict[str, object]] = []
        while run.clock < until and (asked := run.be(agent, answers, until)) is not None:
            if not given.json:
                _put(run, asked, terminal)
            answer = _answered(asked, terminal)
            if answer is None:
                break
            answers[asked.key] = answer
            told.append({"asks": asked.prompt.name, "minute": asked.prompt.now, "answer": json.loads(answer)})
            if not given.json:
                own = " the same." if answer == asked.own else f": {in_words(asked.own)}"
                terminal.say(f"The model would have answered{own}\n")
        if given.json:
            terminal.data({"run": run.row.id, "agent": agent, "minute": run.clock, "answers": told})
        else:
            terminal.say(f"You played {run.town.cast.names[agent]} until {moment_words(run.clock)}.")
    return 0


def _put(run: Run, asked: AskedInPerson, terminal: Terminal) -> None:
    name = run.town.cast.names[asked.prompt.persona.id]
    task = f"you are {name}. Your task is to {asked.prompt.aim}."
    terminal.say(f"{moment_words(asked.prompt.now)}: {task}\n\n{asked.text}\n")
    for number, option in enumerate(asked.options, 1):
        terminal.say(f"{number}  {in_words(option)}")
    terminal.say(f"Type a number, your own words, or JSON with {', '.join(asked.fields)}. Ctrl+D stops.")
    terminal.flush()


def _answered(asked: AskedInPerson, terminal: Terminal) -> str | None:
    """Return the first valid answer typed, or None at the end of the input."""
    while typed := sys.stdin.readline():
        text = typed.strip()
        if text.isdecimal() and 0 < int(text) <= len(asked.options):
            return asked.options[int(text) - 1]
        answer = asked.of_words(text) if not text.startswith("{") else text
        fault = asked.fault(answer)
        if not fault:
            return answer
        terminal.complain(BadInput(f"this answer cannot be used ({fault}); type a number, words or JSON"))
    return None


def _taken_up(run: Run, given: Namespace) -> Visiting | None:
    """Return the open visit if it is the requested one, for example after its window was closed."""
    found = run.visiting
    talk = found.now if found is not None else None
    if talk is None:
        return None
    name = run.town.cast.names[talk.person]
    same = not given.name or given.name.casefold() in (name.casefold(), talk.person.casefold())
    return found if same and run.room(given.room) == talk.room else None


def _talk(run: Run, visiting: Visiting, given: Namespace, terminal: Terminal) -> list[Line]:
    spoken: list[Line] = []
    while (talk := visiting.now) is not None and (talk.others or not talk.lines):
        if terminal.is_watched and sys.stdin.isatty():
            terminal.say_on("> ")
        typed = sys.stdin.readline()
        if not typed:
            break
        try:
            lines = _said(run, visiting, typed.strip(), given, terminal)
        except BadInput as error:  # this line cannot be said; the next may be
            terminal.complain(error)
            continue
        spoken.extend(lines)
        if not given.json:
            for line in lines:
                if line.speaker != talk.person or not sys.stdin.isatty():
                    terminal.say(f"{run.town.cast.names[line.speaker]}: {line.text}")
            terminal.flush()
    return spoken


def _said(run: Run, visiting: Visiting, text: str, given: Namespace, terminal: Terminal) -> tuple[Line, ...]:
    for note in run.help_at(text):
        (terminal.note if given.json else terminal.say)(note.text)
    return visiting.say(text) if text else visiting.listen()


def _facts(run: Run, line: Line) -> dict[str, object]:
    name = run.town.cast.names[line.speaker]
    return {"id": line.id, "speaker": line.speaker, "name": name, "text": line.text}
