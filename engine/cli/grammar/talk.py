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
        "The agent answers from its memories at that moment. The run does not change.",
        json=True,
    )
    takes_run(ask)
    takes_agent(ask)
    ask.add_argument("question", metavar="QUESTION", help="the question, in quotes")
    takes_moment(ask, "the moment of the interview (default: now)")
    ask.add_argument(
        "--without",
        metavar="FACULTY",
        action="append",
        default=[],
        help="leave out all memories from observation, reflection or planning (repeatable)",
    )
    ask.add_argument(
        "--as",
        dest="asked_by",
        metavar="WHOM",
        default="",
        help='who asks: "a stranger", "a reporter", an agent, or a description in your words',
    )
    survey = declare(
        commands,
        "survey",
        "talk.survey:survey",
        "ask all agents the same question, off the record",
        "By default, answers are free text. With --choice, each is one of your choices; with --number, "
        "a number. Agents who "
        "know nothing about the question say so.",
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
        help="an answer to choose from (repeat the option for each answer)",
    )
    survey.add_argument(
        "--number", metavar="LEAST..MOST", type=two_numbers, help="a whole number in this range: 1..10"
    )
    survey.add_argument("--agents", metavar="AGENT", nargs="+", help="the agents to ask (default: all)")
    survey.add_argument(
        "--at",
        metavar="MOMENT",
        action="append",
        help="the moment of the survey (default: now; repeatable)",
    )
    survey.add_argument("--csv", metavar="FILE", type=Path, help="also write the answers to a CSV file")
    survey.add_argument("--cost", action="store_true", help="print the estimated cost and ask nobody")
    visit = declare(
        commands,
        "visit",
        "talk.in_person:visit",
        "visit a room and talk with the agents who are there now",
        "Each line you type is said aloud. The agents answer and remember it; the run continues from there.",
        json=True,
    )
    takes_run(visit)
    visit.add_argument("room", metavar="ROOM", help='"place/room", an unambiguous ending of it, or a place')
    visit.add_argument(
        "--as", metavar="NAME", dest="name", default="", help="a newcomer's name, or an agent who is there"
    )
    visit.add_argument("--about", metavar="TEXT", default="", help="who the newcomer is, in one line")
    being = declare(
        commands,
        "be",
        "talk.in_person:be",
        "play an agent: answer the questions that its model would answer",
        "Each question lists answers to choose from. Afterwards, you see what the model would have said.",
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
