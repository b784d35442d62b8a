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
        "interview an agent off the record",
        "The agent answers from its memories at the moment of the interview. The run does not change.",
        json=True,
    )
    takes_run(ask)
    takes_agent(ask)
    ask.add_argument("question", metavar="QUESTION", help="the question, in quotes")
    takes_moment(ask, "interview the agent at this moment (default: now)")
    ask.add_argument(
        "--without",
        metavar="FACULTY",
        action="append",
        default=[],
        help="leave out all memories from this faculty: observation, reflection or planning (repeatable)",
    )
    ask.add_argument(
        "--as",
        dest="asked_by",
        metavar="WHOM",
        default="",
        help='ask as this person: "a stranger", "a reporter", an agent, or a description in your words',
    )
    survey = declare(
        commands,
        "survey",
        "talk.survey:survey",
        "ask all agents the same question, off the record",
        "By default, answers are free text. With --choice, each answer is one of your choices; with "
        "--number, it is a number. Agents who know nothing about the question say so.",
        json=True,
    )
    takes_run(survey)
    survey.add_argument("question", metavar="QUESTION", help="the question, in quotes")
    survey.add_argument(
        "--choice",
        dest="choices",
        metavar="ANSWER",
        action="append",
        default=[],
        help="offer this answer (repeat the option for each answer)",
    )
    survey.add_argument(
        "--number",
        metavar="LEAST..MOST",
        type=two_numbers,
        help="ask for a whole number in this range, such as 1..10",
    )
    survey.add_argument("--agents", metavar="AGENT", nargs="+", help="ask only these agents (default: all)")
    survey.add_argument(
        "--at",
        metavar="MOMENT",
        action="append",
        help="ask at this moment (default: now; repeatable)",
    )
    survey.add_argument("--csv", metavar="FILE", type=Path, help="also write the answers to a CSV file")
    survey.add_argument("--cost", action="store_true", help="print the estimated cost without asking")
    visit = declare(
        commands,
        "visit",
        "talk.in_person:visit",
        "visit a room and talk with the agents who are there now",
        "Each line that you type is said aloud, and the agents answer. They remember the visit when the run "
        "continues.",
        json=True,
    )
    takes_run(visit)
    visit.add_argument(
        "room", metavar="ROOM", help='"place/room", an unambiguous ending of this path, or a place'
    )
    visit.add_argument(
        "--as",
        metavar="NAME",
        dest="name",
        default="",
        help="visit as a newcomer with this name, or as an agent who is there",
    )
    visit.add_argument("--about", metavar="TEXT", default="", help="describe the newcomer in one line")
    being = declare(
        commands,
        "be",
        "talk.in_person:be",
        "play an agent: answer the questions that its model would answer",
        "Each question lists answers to choose from. After each answer, you see what the model would have "
        "answered.",
        json=True,
    )
    takes_run(being)
    takes_agent(being)
    being.add_argument("--until", metavar="MOMENT", help="play until this moment (default: for one hour)")
    return [
        ("ask RUN AGENT TEXT", "Interview an agent off the record"),
        ("survey RUN TEXT", "Ask all agents the same question: --choice A --choice B, or --number 1..10"),
        ("visit RUN ROOM", "Talk in person with the agents in a room: --as NAME or AGENT"),
        ("be RUN AGENT", "Play an agent for a while: --until MOMENT"),
    ]
