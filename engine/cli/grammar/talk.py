"""The commands that talk with agents."""

from __future__ import annotations

from pathlib import Path

from engine.cli.arguments import Commands, Listed, declare, takes_agent, takes_moment, takes_run, two_numbers


def talk(commands: Commands) -> Listed:
    """Declare the commands that talk with agents."""
    ask = declare(
        commands,
        "ask",
        "talk.talking:ask",
        "interview an agent, off the record",
        "The agent answers from its memory at that moment; the town never learns of it.",
        json=True,
    )
    takes_run(ask)
    takes_agent(ask)
    ask.add_argument("question", metavar="QUESTION", help="what to ask, in quotes")
    takes_moment(ask, "the moment to ask at (default: now)")
    ask.add_argument(
        "--without",
        metavar="FACULTY",
        action="append",
        default=[],
        help="leave out what observation, reflection or planning has put into the mind (may be repeated)",
    )
    ask.add_argument(
        "--as",
        dest="asked_by",
        metavar="WHOM",
        default="",
        help='as whom to ask: "a stranger", "a reporter", an agent, or somebody in words',
    )
    survey = declare(
        commands,
        "survey",
        "talk.survey:survey",
        "ask everybody the same question, off the record",
        "With --choice one of them is the answer, with --number a number, else plain words. "
        "Who knows nothing that bears on it says so.",
        json=True,
    )
    takes_run(survey)
    survey.add_argument("question", metavar="QUESTION", help="what to ask, in quotes")
    survey.add_argument(
        "--choice",
        dest="choices",
        metavar="ANSWER",
        action="append",
        default=[],
        help="an answer to choose from; to be given for each of them",
    )
    survey.add_argument(
        "--number", metavar="LEAST..MOST", type=two_numbers, help="a whole number between two, as in 1..10"
    )
    survey.add_argument("--agents", metavar="AGENT", nargs="+", help="whom to ask (default: everybody)")
    survey.add_argument(
        "--at",
        metavar="MOMENT",
        action="append",
        help="the moment to ask at (default: now); may be given several times",
    )
    survey.add_argument("--csv", metavar="FILE", type=Path, help="write the answers into a file as well")
    survey.add_argument("--cost", action="store_true", help="say what it may take, and ask nobody")
    visit = declare(
        commands,
        "visit",
        "talk.in_person:visit",
        "talk in person with who is in a room now",
        "Each line of the input is said aloud; they answer, remember it, and the days go on from there.",
        json=True,
    )
    takes_run(visit)
    visit.add_argument(
        "room", metavar="ROOM", help='"place/room", as much of its end as is clear, or a place'
    )
    visit.add_argument(
        "--as", metavar="NAME", dest="name", default="", help="a newcomer's name, or an agent who is there"
    )
    visit.add_argument("--about", metavar="TEXT", default="", help="a line about who the newcomer is")
    being = declare(
        commands,
        "be",
        "talk.in_person:be",
        "be the mind of an agent: answer what it is asked, in place of its model",
        "Each question comes with answers to choose among; what the model would have said is told after.",
        json=True,
    )
    takes_run(being)
    takes_agent(being)
    being.add_argument("--until", metavar="MOMENT", help="for how long (default: an hour)")
    return [
        ("ask RUN AGENT TEXT", "interview somebody, off the record"),
        ("survey RUN TEXT", "ask everybody the same: --choice A --choice B, or --number 1..10"),
        ("visit RUN ROOM", "talk in person with who is there: --as NAME or AGENT"),
        ("be RUN AGENT", "answer in somebody's place for a while: --until MOMENT"),
    ]
