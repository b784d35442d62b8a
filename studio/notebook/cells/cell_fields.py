"""The fields of each kind of cell: which keys it has, what they are called, and from what one chooses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.api.run import FACULTIES
from engine.api.talk import QUESTION_KINDS
from engine.api.writing.yaml_lines import Items, Node, Scalar, Table, read_yaml
from engine.notebook.parts import Cell, Notebook
from engine.notebook.reading.kinds import PLOTS
from engine.records import Scenario
from studio import session
from studio.basics.text import escape_md
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_in, tr_worded
from studio.notebook.cells.event_form import asked_as

Way = Literal["text", "long", "whole", "lines", "one", "several"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A key of a cell: where it stands, what it is called to the reader, how it is filled in, and from what.
    Where it is changed, keys that went with what it said before are dropped. `usual` is the option that an
    absent key means.
    """

    key: str
    label: str
    way: Way = "text"
    options: tuple[str, ...] = ()
    names: Mapping[str, str] | None = None
    help: str = ""
    drops: tuple[str, ...] = ()
    alone: bool = False  # what it says stands in place of all that the key said
    usual: str = ""
    is_extra: bool = False  # seldom needed: drawn in a fold below the others


_SHOWS = ("lines", "reflections", "talks", "plans", "ties", "knowing", "reached")


def fields_of(cell: Cell, notebook: Notebook, town: Scenario) -> tuple[Field, ...]:
    """Return the fields of a kind of cell; none where it is written as text alone."""
    people = {one.id: one.name for one in town.personas}
    if cell.kind in ("whisper", "event"):
        return _of_doing(cell, people)
    if cell.kind == "run":
        return _of_living(people)
    if cell.kind in ("interview", "survey"):
        return _of_asking(cell, people)
    if cell.kind == "predict":
        return _of_prediction(cell, notebook)
    if cell.kind == "chart":
        return _of_chart(cell, notebook, town)
    if cell.kind == "expect":
        return _of_expectation(cell, notebook, town)
    if cell.kind in ("branch", "compare"):
        before = notebook.cells[: notebook.cells.index(cell)]
        return _of_lines(cell.kind, _titled(one for one in before if one.changes_town))
    return _of_the_plain(cell.kind)


def _of_living(people: Mapping[str, str]) -> tuple[Field, ...]:
    return (
        Field(key="days", label=tr("Days"), way="whole"),
        Field(
            key="until", label=tr("Until"),
            help=tr("A moment, such as \"day 2 12:00\"; the earlier of the two limits applies"),
        ),
        Field(
            key="until.event", label=tr("Or until this happens"), alone=True, is_extra=True,
            help=tr("A statement such as 3 know party, a SELECT, or words from an event or a line; Days "
                "sets the maximum"),
        ),
        Field(
            key="until.reflection", label=tr("Or until this person reflects"), way="one",
            options=tuple(people), names=people, alone=True, is_extra=True,
        ),
        Field(
            key="agents", label=tr("Only these people"), way="several", is_extra=True,
            options=tuple(people), names=people,
            help=tr("Everyone else is away during the run and then returns; leave empty to include "
                "everyone"),
        ),
        Field(
            key="pace", label=tr("Max. simulated minutes per second"), way="whole", is_extra=True,
            help=tr("Slows the run down for an audience; leave empty for full speed"),
        ),
    )  # fmt: skip


def _of_the_plain(kind: str) -> tuple[Field, ...]:
    if kind == "edit":
        return (
            Field(
                key="remove", label=tr("Paths to remove, one per line"), way="lines",
                help=tr("For example world.Quay.objects.crate, persona.nell.traits.warm or persona.nell"),
            ),
            Field(
                key="patch", label=tr("Or a patch for the files"), way="long",
                help=tr("A unified diff, as produced by git"),
            ),
        )  # fmt: skip
    if kind == "pin":
        return (
            Field(
                key="of",
                label=tr("Row"),
                way="long",
                help=tr("A row ID, or a SELECT with a column named row"),
            ),
            Field(key="note", label=tr("Note"), way="long"),
            Field(key="tags", label=tr("Tags, one per line"), way="lines"),
        )
    return ()


def _choices() -> Mapping[str, str]:
    """Return what is chosen from in a few words, as the reader's language has them: what stands in the cell's
    text stays what it is.
    """
    return {
        "observation": tr("Observation"),
        "reflection": tr("Reflection"),
        "planning": tr("Planning"),
        "probe": tr("Off the record"),
        "live": tr("In person"),
        "self": tr("Themselves"),
        "memory": tr("What they remember"),
        "reactions": tr("What they would do"),
        "memories": tr("Memories"),
        "prompt": tr("Prompt"),
        "text": tr("Text"),
        "number": tr("Number"),
        "choice": tr("Choice"),
        "lines": tr("Lines"),
        "reflections": tr("Reflections"),
        "talks": tr_in("themselves", "Conversations"),
        "plans": tr("Plans"),
        "ties": tr("Relationships"),
        "knowing": tr("Who knows what"),
        "reached": tr("People affected"),
    }


def _choice(key: str, label: str, way: Way, options: tuple[str, ...]) -> Field:
    """Return a field whose options are a few words of the notebook."""
    return Field(key=key, label=label, way=way, options=options, names=_choices())


def _of_chart(cell: Cell, notebook: Notebook, town: Scenario) -> tuple[Field, ...]:
    """Return the fields of a picture: what there is to choose of it goes by which it is."""
    said = values_of(cell.body) or {}
    people = {one.id: one.name for one in town.personas}
    if "vega" in said.get("", "").split():
        tables = tuple(one.id for one in notebook.cells if one.kind == "sql")
        return (Field(key="data", label=tr("Rows from"), way="one", options=tables),)
    plot = said.get("plot", "")
    known = _OF_PICTURE.get(plot, ())
    drops = tuple(key for key in ("of", "at", "day") if key in said)
    found = [
        Field(
            key="plot",
            label=tr("Chart type"),
            way="one",
            options=tuple(PLOTS),
            names=_picture_names(),
            help=tr_worded(PLOTS.get(plot, "")),
            drops=drops,
        )
    ]
    if "who" in known:
        found.append(Field(key="of", label=tr("Subject"), way="one", options=tuple(people), names=people))
    elif "of" in known:
        news = {fact.id: f"{fact.id}: {fact.text}" for fact in town.facts}
        found.append(Field(key="of", label=tr("Subject"), way="one", options=tuple(news), names=news))
    if "at" in known:
        found.append(
            Field(
                key="at",
                label=tr_in("moment", "At"),
                help=tr('A moment, such as "day 1 12:00"; leave empty for the current one'),
            )
        )
    if "day" in known:
        found.append(
            Field(
                key="day",
                label=tr_in("a number", "Day"),
                way="whole",
                help=tr("Leave empty for the last day"),
            )
        )
    return tuple(found)


def _picture_names() -> Mapping[str, str]:
    """Return a short name for each picture, for the reader; the cell's text keeps the picture's own name."""
    return {
        "diffusion": tr("How a piece of news spreads"),
        "relations": tr("Relationships (table)"),
        "talks": tr("Lines per person"),
        "map": tr("Map"),
        "replay": tr("A day on the map"),
        "plans": tr("Plan for a day"),
        "reflections": tr("Conclusions and their evidence"),
        "ties": tr("Relationships (graph)"),
    }


_OF_PICTURE: Mapping[str, tuple[str, ...]] = {
    "diffusion": ("of",),
    "relations": ("who",),
    "map": ("at",),
    "replay": ("day",),
    "plans": ("who", "day"),
    "reflections": ("who",),
    "ties": ("at",),
}


TESTS: Mapping[str, str] = {
    "that": marked("A statement about the town"),
    "sql": marked("The result of a query"),
    "ask": marked("A person's answer"),
    "judge": marked("A model's verdict"),
}
"""The ways to test something, by the key that each is known by."""


def test_of(known: Mapping[str, str]) -> str:
    """Return by which key of `TESTS` an expectation is tested."""
    keys = known.get("", "").split()
    return next((key for key in ("judge", "ask", "sql") if key in keys), "that")


def first_test(test: str, town: Scenario) -> dict[str, object]:
    """Return what an expectation says when another way to test is chosen: what it needs, and no other key."""
    somebody = town.personas[0].id if town.personas else "somebody"
    needed: Mapping[str, dict[str, object]] = {
        "that": {"that": "1 talks"},
        "sql": {"sql": "SELECT count(*) FROM talk", "min": 1},
        "ask": {"who": somebody, "ask": "What are you looking forward to?", "says": "today"},
        "judge": {"judge": "Somebody was helped."},
    }
    every = dict.fromkeys((*needed, "who", "says", "across", "equals", "min", "max", "of", "by"))
    return {**every, **needed[test]}


def _statement_help(town: Scenario) -> str:
    """List the forms of statements, with the names of the town."""
    fact = town.facts[0].id if town.facts else "party"
    who = town.personas[0].id if town.personas else "isabel"
    return tr(
        "One of: `3 know {fact}` (three or more), `at most 3 know {fact}`, `everybody knows {fact}`, "
        "`{who} knows {fact} by day 1 14:00`, `12 talks`. Facts: {facts}.",
        fact=fact, who=who, facts=escape_md(", ".join(one.id for one in town.facts)) or "-",
    )  # fmt: skip


def _of_expectation(cell: Cell, notebook: Notebook, town: Scenario) -> tuple[Field, ...]:
    """Return the fields of an expectation: only those of the way in which it is tested."""
    people = {one.id: one.name for one in town.personas}
    who = Field(key="who", label=tr("Person to ask"), way="one", options=tuple(people), names=people)
    question = Field(key="ask", label=tr("Question to ask"), way="long")
    query = Field(key="sql", label=tr("SELECT (first value is tested)"), way="long")
    match test_of(values_of(cell.body) or {}):
        case "sql":
            return (
                query,
                Field(key="equals", label=tr("Equal to")),
                Field(key="min", label=tr("At least"), way="whole"),
                Field(key="max", label=tr("At most"), way="whole"),
            )
        case "ask":
            return who, question, Field(key="says", label=tr("Answer contains"))
        case "judge":
            return _of_judging(cell, notebook, (who, question, query))
        case _:
            return (
                Field(key="that", label=tr("Statement to check"), way="long", help=_statement_help(town)),
                Field(key="across.seeds", label=tr("Number of seeds"), way="whole"),
                Field(key="across.at-least", label=tr("Min. seeds where it holds"), way="whole"),
            )


def _of_judging(cell: Cell, notebook: Notebook, about: tuple[Field, ...]) -> tuple[Field, ...]:
    before = notebook.cells[: notebook.cells.index(cell)]
    asked = tuple(one.id for one in before if one.kind in ("interview", "survey", "sql"))
    profiles = tuple(session.workspace().models.profiles())
    return (
        Field(
            key="judge", label=tr("Statement to judge"), way="long",
            help=tr("Judged against the answer, the rows, a cell's result, or everything that happened"),
        ),
        Field(
            key="by", label=tr("Judged by"), way="one", options=profiles,
            help=tr("A model profile from Settings"),
        ),
        Field(key="of", label=tr("Cell to judge"), way="one", options=asked),
        *(replace(field, is_extra=True) for field in about),
    )  # fmt: skip


def _of_doing(cell: Cell, people: Mapping[str, str]) -> tuple[Field, ...]:
    at = Field(
        key="at",
        label=tr_in("moment", "At"),
        help=tr('A future moment, such as "day 2 08:00"; leave empty to do it immediately'),
    )
    if cell.kind == "event":
        return (*_of_event(cell, people), at)
    label = tr_in("somebody", "To")
    to = Field(key="to", label=label, way="one", options=tuple(people), names=people)
    return (to, Field(key="text", label=tr("Whisper text"), way="long"), at)


def _of_asking(cell: Cell, people: Mapping[str, str]) -> tuple[Field, ...]:
    who = Field(key="who", label=tr("People to ask"), way="several", options=tuple(people), names=people)
    if cell.kind == "survey":
        return (
            Field(key="ask", label=tr("Question"), way="long"),
            Field(key="choices", label=tr("Choices, one per line"), way="lines"),
            Field(key="number", label=tr("Or a number range"), help=tr("Range of the number, such as 1..10")),
            replace(who, help=tr("Leave empty for everyone")),
        )
    live = (values_of(cell.body) or {}).get("mode") == "live"
    first = (
        who,
        Field(key="ask", label=tr("Questions, one per line"), way="lines"),
        replace(
            _choice("kind", tr("First, the standard question about"), "one", QUESTION_KINDS),
            help=tr("Asked in the language of the town"),
            is_extra=True,
        ),
        Field(
            key="mode", label=tr("How to ask"), way="one", options=("probe", "live"), names=_choices(),
            usual="probe",
            help=tr("Asking in person changes the town: people remember the question, and it is logged"),
            drops=("about",) if live else ("at", "without", "show"),
        ),
    )  # fmt: skip
    if live:
        newcomer = tr("A person in the town who is present, or the name of a newcomer")
        return (
            *first,
            Field(key="as", label=tr("Asked by"), help=newcomer),
            Field(
                key="about",
                label=tr("About the asker"),
                help=tr("A sentence about the asker that everyone present is told"),
            ),
        )
    return (
        *first,
        Field(
            key="at",
            label=tr_in("moment", "At"),
            help=tr("An earlier moment; leave empty for the current one"),
            is_extra=True,
        ),
        Field(key="as", label=tr("Ask as"), help=tr("A stranger, or a person in the town"), is_extra=True),
        replace(_choice("without", tr("Without faculties"), "several", FACULTIES), is_extra=True),
        replace(
            _choice("show", tr("Show with the answer"), "several", ("memories", "prompt")), is_extra=True
        ),
    )


def _titled(cells: Iterable[Cell]) -> dict[str, str]:
    """Return the titles of cells by their ids, which tell two of one title apart."""
    return {cell.id: cell.title if cell.title == cell.id else f"{cell.title} ({cell.id})" for cell in cells}


def _of_lines(kind: str, above: Mapping[str, str]) -> tuple[Field, ...]:
    if kind == "branch":
        return (
            Field(
                key="from", label=tr_in("where it begins", "From"), way="one", options=tuple(above),
                names=above,
            ),
            Field(key="name", label=tr("Name")),
        )  # fmt: skip
    return (
        Field(key="base", label=tr("Base"), way="one", options=tuple(above), names=above),
        Field(
            key="with", label=tr("Compare with"), way="several", options=tuple(above), names=above,
            help=tr("Other cells of this notebook; each variant below makes changes to the base"),
        ),
        _choice("show", tr("Show"), "several", _SHOWS),
        Field(
            key="repeat", label=tr("Repetitions"), way="whole",
            help=tr("How often to run the base and each variant; if there are no variants, only the base "
                "is run"),
        ),
        Field(
            key="measure", label=tr("Measures, one per line"), way="lines",
            help=tr(
                "Use `talks`, `lines`, `memories`, `reflections`, `know FACT`, or a statement such as "
                "`3 know party`"
            ),
        ),
    )  # fmt: skip


def _of_prediction(cell: Cell, notebook: Notebook) -> tuple[Field, ...]:
    """Return the fields of a prediction: choices or bounds only where its answer has them."""
    below = notebook.cells[notebook.cells.index(cell) + 1 :]
    answer = (values_of(cell.body) or {}).get("answer.type", "text")
    of_answer: tuple[Field, ...] = ()
    if answer == "choice":
        of_answer = (Field(key="answer.options", label=tr("Choices, one per line"), way="lines"),)
    elif answer == "number":
        of_answer = (
            Field(key="answer.min", label=tr("At least"), way="whole"),
            Field(key="answer.max", label=tr("At most"), way="whole"),
        )
    return (
        Field(key="ask", label=tr("Question"), way="long"),
        replace(_choice("answer.type", tr("Answer type"), "one", ("text", "number", "choice")), usual="text"),
        *of_answer,
        Field(
            key="reveal-after",
            label=tr("Revealed after"),
            way="one",
            options=tuple(_titled(below)),
            names=_titled(below),
        ),
        Field(
            key="key",
            label=tr("Answer key"),
            way="long",
            help=tr("For teachers; shown when the answer is revealed"),
        ),
    )


def _of_event(cell: Cell, people: Mapping[str, str]) -> tuple[Field, ...]:
    """Return the fields of what is done, by what the intervention says of itself."""
    found = []
    for one in asked_as(values_of(cell.body) or {}):
        is_person = one.asked.kind == "agent"
        found.append(
            Field(
                key=one.key,
                label=tr(one.asked.label),
                way="one" if is_person else "long" if one.asked.kind == "text" else "text",
                options=tuple(people) if is_person else (),
                names=people if is_person else None,
                help=tr(one.asked.help) if one.asked.help else "",
            )
        )
    return tuple(found)


# ---- what a cell says


def values_of(body: str) -> dict[str, str] | None:
    """Return what the YAML of a cell says to each key, lists with a line each, and (under "") its keys; None
    where it says none.
    """
    parsed = read_yaml(body, "a cell")
    if parsed.problems:
        return None
    if parsed.root is None:
        return {}
    return _table(parsed.root) if isinstance(parsed.root, Table) else None


def _table(table: Table) -> dict[str, str]:
    found = {"": " ".join(table.values)}
    for key, node in table.values.items():
        if isinstance(node, Table):
            found |= {f"{key}.{name}": value for name, value in _table(node).items() if name}
        else:
            found[key] = _text(node)
    return found


def _text(node: Node) -> str:
    if isinstance(node, Items):
        return "\n".join(map(_text, node.items))
    return node.text if isinstance(node, Scalar) and not node.is_null else ""
