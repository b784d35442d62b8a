"""The form of a cell: its keys as fields, each of which is spliced into its text as soon as it is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import streamlit as st

from engine.api.run import FACULTIES
from engine.api.talk import QUESTION_KINDS
from engine.api.text import shorten
from engine.api.writing.yaml_lines import Items, Node, Scalar, Table, read_yaml
from engine.notebook.editing import with_attribute, with_fields, with_value
from engine.notebook.parts import Cell, Notebook
from engine.notebook.reading.bound import names_in
from engine.notebook.reading.kinds import PLOTS
from engine.records import Scenario
from studio import session
from studio.basics.text import escape_md, plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_in
from studio.notebook.cells.adding_form import adding_form
from studio.notebook.cells.changes_form import edit_form, variants_form
from studio.notebook.cells.event_form import asked_as, verb_field
from studio.notebook.writing import Desk, edit

Way = Literal["text", "long", "whole", "lines", "one", "several"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A key of a cell: where it stands, what it is called to the reader, how it is filled in, and from what.
    Where it is changed, keys that went with what it said before are dropped.
    """

    key: str
    label: str
    way: Way = "text"
    options: tuple[str, ...] = ()
    names: Mapping[str, str] | None = None
    help: str = ""
    drops: tuple[str, ...] = ()
    alone: bool = False  # what it says stands in place of all that the key said


_SWITCHES = {
    "solution": marked("Answer key: for teachers only"),
    "speaker": marked("Speaker note: for the presenter only"),
    "frozen": marked("Frozen: stays as it was found"),
    "disabled": marked("Switched off"),
    "hidden": marked("Left out of exports"),
    "pin": marked("Pinned: what it asks is always shown"),
}
_PICTURES: Mapping[str, str] = {
    "diffusion": marked("who knows a piece of news, since when and from whom (of: the news)"),
    "relations": marked("who stands how close to whom (of: a person, or nothing)"),
    "talks": marked("how many lines everybody has said"),
    "map": marked("who is where (at: a moment, or as it stands)"),
    "replay": marked("a day on the map, hour by hour (day: its number, or the last)"),
    "plans": marked("somebody's plan for a day, and what became of it (of: a person; day)"),
    "reflections": marked("what somebody has concluded, and from what (of: a person)"),
    "ties": marked("how people stand to each other, as a graph (at: a moment, or as it stands)"),
}
_SHOWS = ("lines", "reflections", "talks", "plans", "ties", "knowing", "reached")


def cell_form(desk: Desk, cell: Cell, town: Scenario) -> None:
    """Draw the fields of a cell, and what is said of it in its braces."""
    known = _values(cell.body)
    if known is not None and "until.time" in known:
        known["until"] = known["until.time"]
    fields = fields_of(cell, desk.notebook, town)
    if known is None and fields:
        plain(tr("The text cannot be read as keys and values; mend it as text first."), muted=True)
        fields = ()
    if known is not None and cell.kind == "event":
        verb_field(desk, cell, known, town)
    if known is not None and cell.kind == "edit":
        edit_form(desk, cell, town)
        adding_form(desk, cell, town)
    for field in fields:
        _field(desk, cell, field, (known or {}).get(field.key))
    if known is not None and cell.kind == "compare":
        variants_form(desk, cell, town)
    elif not fields and known is not None:
        plain(tr("This kind is written as text."), muted=True, small=True)
    _attributes(desk, cell)


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
        return _of_prediction(notebook)
    if cell.kind == "chart":
        return _of_chart(cell, notebook, people)
    if cell.kind == "expect":
        return _of_expectation(cell, notebook, people)
    if cell.kind in ("branch", "compare"):
        before = notebook.cells[: notebook.cells.index(cell)]
        return _of_lines(cell.kind, tuple(one.id for one in before if one.changes_town))
    return _of_the_plain(cell.kind)


def _of_living(people: Mapping[str, str]) -> tuple[Field, ...]:
    return (
        Field(key="days", label=tr("Days"), way="whole"),
        Field(
            key="until", label=tr("Until"),
            help=tr('A moment, as "day 2 12:00"; the earlier of both counts'),
        ),
        Field(
            key="until.event", label=tr("Or until this is so"), alone=True,
            help=tr("As 3 know party, a SELECT, or words of what happens; so many days at most"),
        ),
        Field(
            key="until.reflection", label=tr("Or until somebody reflects"), way="one",
            options=tuple(people), names=people, alone=True,
        ),
        Field(
            key="agents", label=tr("Lived by these alone"), way="several",
            options=tuple(people), names=people,
            help=tr("All others are away meanwhile, and come back; everybody where it is empty"),
        ),
        Field(
            key="pace", label=tr("Simulated minutes a second, at most"), way="whole",
            help=tr("For a room that looks on; as fast as can be where it is empty"),
        ),
    )  # fmt: skip


def _of_the_plain(kind: str) -> tuple[Field, ...]:
    if kind == "edit":
        return (
            Field(
                key="remove", label=tr("What goes, one path on each line"), way="lines",
                help=tr("As world.Quay.objects.crate, persona.nell.traits.warm, or persona.nell"),
            ),
            Field(
                key="patch", label=tr("Or a patch of the files"), way="long",
                help=tr("A unified diff, as git writes it"),
            ),
        )  # fmt: skip
    if kind == "pin":
        return (
            Field(key="of", label=tr("Row"), way="long", help=tr("An id, or a SELECT with a column row")),
            Field(key="note", label=tr("Note"), way="long"),
            Field(key="tags", label=tr("Tags, one on each line"), way="lines"),
        )
    return ()


def _choices() -> Mapping[str, str]:
    """Return what is chosen from in a few words, as the reader's language has them: what stands in the cell's
    text stays what it is.
    """
    return {
        "observation": tr("observation"),
        "reflection": tr("reflection"),
        "planning": tr("planning"),
        "probe": tr("off the record"),
        "live": tr("in person"),
        "self": tr("themselves"),
        "memory": tr("what they remember"),
        "reactions": tr("what they would do"),
        "memories": tr("memories"),
        "prompt": tr("prompt"),
        "text": tr("text"),
        "number": tr("number"),
        "choice": tr("choice"),
        "lines": tr("lines"),
        "reflections": tr("reflections"),
        "talks": tr_in("themselves", "talks"),
        "plans": tr("plans"),
        "ties": tr("ties"),
        "knowing": tr("knowing"),
        "reached": tr("reached"),
    }


def _choice(key: str, label: str, way: Way, options: tuple[str, ...]) -> Field:
    """Return a field whose options are a few words of the notebook."""
    return Field(key=key, label=label, way=way, options=options, names=_choices())


def _of_chart(cell: Cell, notebook: Notebook, people: Mapping[str, str]) -> tuple[Field, ...]:
    """Return the fields of a picture: what there is to choose of it goes by which it is."""
    said = _values(cell.body) or {}
    if "vega" in said.get("", "").split():
        tables = tuple(one.id for one in notebook.cells if one.kind == "sql")
        return (Field(key="data", label=tr("Over the rows of"), way="one", options=tables),)
    plot = said.get("plot", "")
    known = _OF_PICTURE.get(plot, ())
    drops = tuple(key for key in ("of", "at", "day") if key in said)
    found = [
        Field(
            key="plot",
            label=tr("Picture"),
            way="one",
            options=tuple(PLOTS),
            help=tr(_PICTURES[plot]) if plot in _PICTURES else "",
            drops=drops,
        )
    ]
    if "who" in known:
        found.append(Field(key="of", label=tr("Of"), way="one", options=tuple(people), names=people))
    elif "of" in known:
        found.append(Field(key="of", label=tr("Of"), help=tr("The id of a piece of news")))
    if "at" in known:
        found.append(
            Field(
                key="at",
                label=tr_in("moment", "At"),
                help=tr('A moment, as "day 1 12:00"; as it stands without'),
            )
        )
    if "day" in known:
        found.append(
            Field(
                key="day",
                label=tr_in("a number", "Day"),
                way="whole",
                help=tr("The last one where it is empty"),
            )
        )
    return tuple(found)


_OF_PICTURE: Mapping[str, tuple[str, ...]] = {
    "diffusion": ("of",),
    "relations": ("who",),
    "map": ("at",),
    "replay": ("day",),
    "plans": ("who", "day"),
    "reflections": ("who",),
    "ties": ("at",),
}


def _of_expectation(cell: Cell, notebook: Notebook, people: Mapping[str, str]) -> tuple[Field, ...]:
    before = notebook.cells[: notebook.cells.index(cell)]
    asked = tuple(one.id for one in before if one.kind in ("interview", "survey", "sql"))
    profiles = tuple(session.workspace().models.profiles())
    return (
        Field(key="that", label=tr("What is to hold"), way="long", help=tr("As 3 know party")),
        Field(key="across.seeds", label=tr("In so many seeds"), way="whole"),
        Field(key="across.at-least", label=tr("It holds in at least"), way="whole"),
        Field(
            key="sql",
            label=tr("Or what a SELECT finds"),
            way="long",
            help=tr("Its first cell counts"),
        ),
        Field(key="equals", label=tr("Equal to")),
        Field(key="min", label=tr("At least"), way="whole"),
        Field(key="max", label=tr("At most"), way="whole"),
        Field(key="who", label=tr("Or what is answered by"), way="one", options=tuple(people), names=people),
        Field(key="ask", label=tr("To the question"), way="long"),
        Field(key="says", label=tr("With the words")),
        Field(
            key="judge",
            label=tr("Or what a model judges"),
            way="long",
            help=tr("Of the answer, of the rows, of what a cell found, or of all that happened"),
        ),
        Field(key="of", label=tr("Judged of what this cell found"), way="one", options=asked),
        Field(key="by", label=tr("Judged by"), way="one", options=profiles, help=tr("A profile of Settings")),
    )


def _of_doing(cell: Cell, people: Mapping[str, str]) -> tuple[Field, ...]:
    at = Field(
        key="at",
        label=tr_in("moment", "At"),
        help=tr('A moment to come, as "day 2 08:00"; at once where it is empty'),
    )
    if cell.kind == "event":
        return (*_of_event(cell, people), at)
    label = tr_in("somebody", "To")
    to = Field(key="to", label=label, way="one", options=tuple(people), names=people)
    return (to, Field(key="text", label=tr("What is whispered"), way="long"), at)


def _of_asking(cell: Cell, people: Mapping[str, str]) -> tuple[Field, ...]:
    who = Field(key="who", label=tr("Whom"), way="several", options=tuple(people), names=people)
    if cell.kind == "survey":
        return (
            Field(key="ask", label=tr("Question"), way="long"),
            Field(key="choices", label=tr("Choices, one on each line"), way="lines"),
            Field(key="number", label=tr("Or a number"), help=tr("its bounds, as 1..10")),
            replace(who, help=tr("Everybody where it is empty")),
        )
    live = (_values(cell.body) or {}).get("mode") == "live"
    first = (
        who,
        Field(key="ask", label=tr("Questions, one on each line"), way="lines"),
        replace(
            _choice("kind", tr("And first the usual question about"), "one", QUESTION_KINDS),
            help=tr("In the words of the town's language"),
        ),
        Field(
            key="mode", label=tr("How it is asked"), way="one", options=("probe", "live"), names=_choices(),
            help=tr("In person it is remembered, stands in the log, and changes the town"),
            drops=("about",) if live else ("at", "without", "show"),
        ),
    )  # fmt: skip
    if live:
        newcomer = tr("Somebody of the town who is there, or the name of a newcomer")
        return (
            *first,
            Field(key="as", label=tr("Asked by"), help=newcomer),
            Field(key="about", label=tr("Who that is"), help=tr("A line that everybody there is told")),
        )
    return (
        *first,
        Field(
            key="at",
            label=tr_in("moment", "At"),
            help=tr("An earlier moment; as it stands where it is empty"),
        ),
        Field(key="as", label=tr("Asked as"), help=tr("a stranger, or somebody of the town")),
        _choice("without", tr("Without"), "several", FACULTIES),
        _choice("show", tr("What lies behind it"), "several", ("memories", "prompt")),
    )


def _of_lines(kind: str, above: tuple[str, ...]) -> tuple[Field, ...]:
    if kind == "branch":
        return (
            Field(key="from", label=tr_in("where it begins", "From"), way="one", options=above),
            Field(key="name", label=tr("Its name")),
        )
    return (
        Field(key="base", label=tr("Base"), way="one", options=above),
        Field(key="with", label=tr("Beside"), way="several", options=above),
        _choice("show", tr("What is shown"), "several", _SHOWS),
        Field(
            key="repeat", label=tr("In so many runs of each"), way="whole",
            help=tr("Only with variants"),
        ),
        Field(
            key="measure", label=tr("What is measured in them, one on each line"), way="lines",
            help=tr("talks, lines, memories, reflections, know FACT, or a statement, as 3 know party"),
        ),
    )  # fmt: skip


def _of_prediction(notebook: Notebook) -> tuple[Field, ...]:
    cells = tuple(one.id for one in notebook.cells)
    return (
        Field(key="ask", label=tr("Question"), way="long"),
        _choice("answer.type", tr("Answered by"), "one", ("text", "number", "choice")),
        Field(key="answer.options", label=tr("Choices, one on each line"), way="lines"),
        Field(key="answer.min", label=tr("At least"), way="whole"),
        Field(key="answer.max", label=tr("At most"), way="whole"),
        Field(key="reveal-after", label=tr("Revealed after"), way="one", options=cells),
        Field(
            key="key",
            label=tr("Answer key"),
            way="long",
            help=tr("For teachers; shown when it is revealed"),
        ),
    )


def _of_event(cell: Cell, people: Mapping[str, str]) -> tuple[Field, ...]:
    """Return the fields of what is done, by what the intervention says of itself."""
    found = []
    for one in asked_as(_values(cell.body) or {}):
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


# ---- one field


def _field(desk: Desk, cell: Cell, field: Field, said: str | None) -> None:
    key = f"nbf-{desk.key}-{cell.id}-{field.key}"
    changed = partial(_changed, desk, cell.id, field, key)
    value, items = said or "", (said or "").split("\n") if said else []
    options = list(dict.fromkeys([*field.options, *(items if field.way != "text" else [])]))
    name = (field.names or {}).get
    label, about = field.label, field.help or None
    match field.way:
        case "one":
            session.follow_widget(key, value or None)
            st.selectbox(
                label, options, key=key, index=None, help=about, placeholder=tr("None"), on_change=changed,
                format_func=lambda one: shorten(name(one) or one, 60),
            )  # fmt: skip
        case "several":
            session.follow_widget(key, items)
            st.multiselect(
                label, options, key=key, help=about, placeholder=tr("Choose options"), on_change=changed,
                format_func=lambda one: shorten(name(one) or one, 60),
            )  # fmt: skip
        case "whole":
            session.follow_widget(key, int(value) if value.isdecimal() else None)
            st.number_input(
                label,
                min_value=0,
                step=1,
                value=None,
                key=key,
                help=about,
                on_change=changed,
            )
        case "long" | "lines":
            session.follow_widget(key, value, typed=True)
            st.text_area(label, value, key=key, height=96, help=about, on_change=changed)
        case _:
            session.follow_widget(key, value, typed=True)
            st.text_input(label, value, key=key, help=about, on_change=changed)


def _changed(desk: Desk, cell: str, field: Field, key: str) -> None:
    """Splice what a field says now into the text of the cell."""
    if session.is_echo(key):
        return
    said: object = st.session_state[key]
    value = _meant(field, said)
    session.note_widget(key, said)
    outer, _, inner = field.key.partition(".")
    if field.alone:
        whole = None if value is None else {inner: value}
        edit(desk, lambda notebook: with_value(notebook, cell, (outer,), whole), cell)
        return
    if not inner:
        values: dict[str, object] = {outer: value}
    else:
        values = {outer: {inner: value}}
    values |= dict.fromkeys(field.drops)
    edit(desk, lambda notebook: with_fields(notebook, cell, values), cell)


def _meant(field: Field, said: object) -> object:
    """Return what a field says as the value of its key; None where it says nothing."""
    if field.way == "lines":
        return [line.strip() for line in str(said).splitlines() if line.strip()] or None
    if isinstance(said, str):
        return said.strip() or None
    return said or None


def _values(body: str) -> dict[str, str] | None:
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


# ---- its braces


def _attributes(desk: Desk, cell: Cell) -> None:
    key = f"nbf-{desk.key}-{cell.id}-title"
    title = cell.attributes.get("title", "")
    session.follow_widget(key, title, typed=True)
    st.text_input(tr("Title"), title, key=key, max_chars=120, on_change=_titled, args=(desk, cell.id, key))
    for name in names_in(cell.body) if cell.kind == "sql" else ():
        _value_of_name(desk, cell, name)
    on = [name for name in _SWITCHES if cell.is_marked(name)]
    switch = f"nbf-{desk.key}-{cell.id}-switches"
    session.follow_widget(switch, on)
    st.multiselect(
        tr("Marked as"), list(_SWITCHES), key=switch, format_func=lambda one: tr(_SWITCHES[one]),
        placeholder=tr("Nothing"),
        on_change=_switched, args=(desk, cell.id, switch, on),
    )  # fmt: skip


def _titled(desk: Desk, cell: str, key: str) -> None:
    said = session.widget_value(key)
    edit(desk, lambda notebook: with_attribute(notebook, cell, "title", said.strip()), cell)


def _value_of_name(desk: Desk, cell: Cell, name: str) -> None:
    """Draw the field of what a `:name` of a query means."""
    key, said = f"nbf-{desk.key}-{cell.id}-given-{name}", cell.attributes.get(name, "")
    session.follow_widget(key, said, typed=True)
    st.text_input(
        tr("The value of :{name}", name=escape_md(name)), said, key=key, max_chars=200,
        on_change=_given, args=(desk, cell.id, key, name), help=tr("A number is one; all else is a text"),
    )  # fmt: skip


def _given(desk: Desk, cell: str, key: str, name: str) -> None:
    said = session.widget_value(key)
    edit(desk, lambda notebook: with_attribute(notebook, cell, name, said.strip()), cell)


def _switched(desk: Desk, cell: str, key: str, before: Sequence[str]) -> None:
    now: list[str] = st.session_state[key]
    session.note_widget(key, now)
    for name in _SWITCHES:
        if (name in now) != (name in before):
            mark = partial(_marked, cell=cell, name=name, value="true" if name in now else "")
            edit(desk, mark, cell)


def _marked(notebook: Notebook, *, cell: str, name: str, value: str) -> str:
    return with_attribute(notebook, cell, name, value)
