"""Kinds of cells: how each is called and marked, and what a new one says until it is written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.notebook.parts import Cell, Notebook
from engine.notebook.running.session import Status
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

PROSE = "text"


@dataclass(frozen=True, slots=True)
class KindInfo:
    """A kind of cell: its word, its sign, and what it is for in a few words."""

    word: str
    icon: str
    about: str


KINDS: Mapping[str, KindInfo] = MappingProxyType(
    {
        PROSE: KindInfo(marked("Text"), ":material/notes:", marked("text between the cells")),
        "run": KindInfo(marked("Run"), ":material/play_arrow:", marked("simulate one or more days")),
        "edit": KindInfo(marked("Edit"), ":material/edit:", marked("change the town from here on")),
        "event": KindInfo(marked("Event"), ":material/bolt:", marked("make something happen")),
        "whisper": KindInfo(
            marked("Whisper"), ":material/hearing:", marked("put a thought into a person's mind")
        ),
        "branch": KindInfo(
            marked("Branch"), ":material/fork_right:", marked("continue from an earlier cell")
        ),
        "interview": KindInfo(marked("Interview"), ":material/mic:", marked("ask people off the record")),
        "survey": KindInfo(
            marked("Survey"), ":material/how_to_vote:", marked("ask everyone and count the answers")
        ),
        "compare": KindInfo(marked("Compare"), ":material/compare_arrows:", marked("show runs side by side")),
        "sql": KindInfo(marked("SQL"), ":material/database:", marked("query the views with a SELECT")),
        "chart": KindInfo(marked("Chart"), ":material/insert_chart:", marked("show a built-in chart")),
        "predict": KindInfo(
            marked("Predict"), ":material/psychology_alt:", marked("ask for an answer before it is shown")
        ),
        "expect": KindInfo(marked("Expect"), ":material/fact_check:", marked("check a statement")),
        "pin": KindInfo(marked("Pin"), ":material/push_pin:", marked("mark a row of the log")),
        "note": KindInfo(
            marked("Note"), ":material/sticky_note_2:", marked("text with a title, such as an answer key")
        ),
    }
)
PYTHON = KindInfo(marked("Python"), ":material/terminal:", marked("a program that you must allow first"))
OTHER = KindInfo(marked("Cell"), ":material/help_center:", marked("kept as is"))

STATUS_WORDS: Mapping[Status, tuple[str, str]] = MappingProxyType(
    {
        "fresh": (":green[:material/check:]", marked("Up to date")),
        "stale": (":yellow[:material/sync_problem:]", marked("Stale")),
        "never run": (":gray[:material/radio_button_unchecked:]", marked("Never run")),
        "running": (":blue[:material/hourglass_top:]", marked("Running")),
        "failed": (":red[:material/error:]", marked("Failed")),
        "frozen": (":blue[:material/ac_unit:]", marked("Frozen")),
        "off": (":gray[:material/block:]", marked("Disabled")),
        "unsupported": (":gray[:material/help_center:]", marked("Not supported")),
        "unknown": (":gray[:material/hourglass_empty:]", marked("Waiting until the errors are fixed")),
    }
)


def kind_of(kind: str) -> KindInfo:
    """Return how a kind is called; an unknown one is a cell."""
    return PYTHON if kind == "python" else KINDS.get(kind, OTHER)


def title_of(cell: Cell, *, student: bool) -> str:
    """Return the title of a cell. Without one it is the id, or for a student the word of its kind."""
    return tr(kind_of(cell.kind).word) if student and "title" not in cell.attributes else cell.title


def first_words(kind: str, notebook: Notebook, person: str) -> str:
    """Return what a new cell of a kind says, so that it can be run or mended at once; `person` is somebody of
    the town.
    """
    above = [cell.id for cell in notebook.cells if cell.changes_town]
    last = above[-1] if above else "day-1"
    bodies = {
        PROSE: "Write here what is to be found out.",
        "run": "days: 1\n",
        "edit": "set:\n  seed: 7\n",
        "event": f"whisper:\n  to: {person}\n  text: What is to be whispered\n",
        "whisper": f"to: {person}\ntext: What is to be whispered\n",
        "branch": f"from: {last}\nname: what if\n",
        "interview": f"who: [{person}]\nask:\n  - What are you looking forward to?\n",
        "survey": "ask: Do you feel at home here?\nchoices: [yes, no]\n",
        "compare": _first_comparison(notebook, last),
        "sql": "SELECT p.name, count(*) AS lines\nFROM line AS l JOIN person AS p ON p.agent = l.speaker\n"
        "GROUP BY p.agent ORDER BY lines DESC\n",
        "chart": "plot: talks\n",
        "predict": "ask: What will happen?\nanswer:\n  type: text\n",
        "expect": "that: 1 talks\n",
        "pin": "of: SELECT row FROM line ORDER BY row DESC LIMIT 1\n",
        "note": "What is to be known.\n",
    }
    return bodies[kind]


def _first_comparison(notebook: Notebook, last: str) -> str:
    """Return a comparison of both courses where the last cell stands on a branch, else of a run with what it
    would be without a faculty.
    """
    ends: list[str] = []
    for cell in notebook.cells:
        if cell.kind == "branch":
            ends.append("")
        if cell.changes_town and cell.kind != "branch":
            ends[-1:] = [cell.id]
    courses = [end for end in ends if end]
    if len(courses) > 1:
        return f"base: {courses[-2]}\nwith: [{courses[-1]}]\n"
    return f"base: {last}\nvariants:\n  - {{name: without reflection, set: {{without: reflection}}}}\n"
