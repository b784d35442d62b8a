"""A usual day as rows of fields: from, to, activity and place; each row is a line of the text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.scenarios import routine_line, routine_parts
from engine.api.writing.edits import FieldPath, SetField
from engine.clock import DAY, clock_words, parse_clock
from engine.errors import BadInput
from engine.records import Scenario
from studio import session
from studio.authoring.forms.fields import Form, add_button, heading, make, row, row_buttons, text_field
from studio.basics.rooms import place_words
from studio.basics.text import shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_LINES: FieldPath = ("day", "routine")
_SLEEP: FieldPath = ("day", "sleep")
_AT_HOME = marked("At home")
_FIRST, _THEN = "have breakfast", "rest"
_LATER = 120  # minutes from one row to the one that is added behind it
_TYPED_TIME = re.compile(r"(\d{1,2})(?:[:.h ]?(\d{2}))?")
_WIDTH = 84


def day_form(form: Form, rooms: Mapping[str, str]) -> None:
    """Draw the form of a person's usual day; `rooms` are the labels of the town's rooms."""
    heading(tr("Usual day"))
    wake, sleep = st.columns(2, gap="small")
    with wake:
        text_field(form, tr("Gets up"), ("day", "wake"), most=5, hint="07:00")
    with sleep:
        text_field(form, tr("Goes to bed"), _SLEEP, most=5, hint="23:00")
    lines = [routine_parts(str(line)) for line in form.items(_LINES)]
    if lines:
        st.caption(
            tr(
                "Set the start, end, place and activity of each row. A row lasts until the next "
                "one starts, so changing its end also moves the next row."
            )
        )
    for number, line in enumerate(lines):
        with st.container(border=True, gap="xxsmall"):
            with row(form, (*_LINES, number)):
                _time(form, "From", number, line[0])
                _time(form, "To", number, _ends(form, lines, number))
                _place(form, number, line[2], rooms)
                row_buttons(form, _LINES, number, up=marked("Move row {n} up"), away=marked("Remove row {n}"))
            _text(form, number, line[1])
    add_button(form, _LINES, tr("Add a row"), _next)


def rooms_of(scenario: Scenario) -> Mapping[str, str]:
    """Return the rooms of a town with their labels."""
    return {
        room.path: shorten(place_words(room.path), 60) for place in scenario.places for room in place.rooms
    }


def places_of(scenario: Scenario) -> Mapping[str, str]:
    """Return the places and rooms of a town with their labels; a place stands for its entrance."""
    whole = {place.name: shorten(place.name, 60) for place in scenario.places}
    return {**whole, **rooms_of(scenario)}


# ---- what a row shows


def _time(form: Form, which: str, number: int, shows: str) -> None:
    key = _key(form, number, which)
    session.follow_widget(key, shows, typed=True)
    label, hint = _time_words(which, number + 1)
    st.text_input(
        label, shows, key=key, max_chars=5, label_visibility="collapsed", width=_WIDTH,
        placeholder=hint, on_change=_from if which == "From" else _until, args=(form, number, key),
    )  # fmt: skip


def _time_words(which: str, n: int) -> tuple[str, str]:
    """Return the label and the placeholder of a time field."""
    if which == "From":
        return tr("Start of row {n}", n=n), tr("from")
    return tr("End of row {n}", n=n), tr("to")


def _text(form: Form, number: int, shows: str) -> None:
    key = _key(form, number, "What")
    session.follow_widget(key, shows, typed=True)
    st.text_input(
        tr("Activity in row {n}", n=number + 1), shows, key=key, max_chars=200, label_visibility="collapsed",
        placeholder=tr("what they do"), on_change=_what, args=(form, number, key),
    )  # fmt: skip


def _place(form: Form, number: int, shows: str, rooms: Mapping[str, str]) -> None:
    key = _key(form, number, "Where")
    called = {
        "": tr(_AT_HOME),
        **rooms,
        **({} if not shows or shows in rooms else {shows: place_words(shows)}),
    }
    session.follow_widget(key, shows)
    st.selectbox(
        tr("Place in row {n}", n=number + 1), list(called), key=key, format_func=called.__getitem__,
        label_visibility="collapsed", on_change=_where, args=(form, number, key),
    )  # fmt: skip


def _ends(form: Form, lines: Sequence[tuple[str, str, str]], number: int) -> str:
    """Return the time at which a row ends, as written: when the next begins, or with the day."""
    return lines[number + 1][0] if number + 1 < len(lines) else form.text(_SLEEP)


def _next(form: Form) -> str:
    """Return the text of a new row: later than the last and, if possible, before bedtime."""
    wake = _minute(form.text(("day", "wake")), "07:00")
    sleep = _minute(form.text(_SLEEP), "23:00")
    lines = [routine_parts(str(line)) for line in form.items(_LINES)]
    if not lines:
        return routine_line(clock_words((wake + min(60, (sleep - wake) % DAY // 2)) % DAY), _FIRST, "")
    time, _, place = lines[-1]
    last = _minute(time, "")
    left = (sleep - last) % DAY  # bedtime may be after midnight
    return routine_line(clock_words((last + min(_LATER, left // 2)) % DAY), _THEN, place)


def _minute(said: str, default: str) -> int:
    try:
        return parse_clock(said or default)
    except BadInput:  # it is as it was typed, and a problem says so
        return parse_clock(default or "12:00")


# ---- what is put into one


def _from(form: Form, number: int, key: str) -> None:
    if not session.is_echo(key):
        _write(form, number, key, 0, _clock(session.widget_value(key)))


def _what(form: Form, number: int, key: str) -> None:
    if not session.is_echo(key):
        _write(form, number, key, 1, " ".join(session.widget_value(key).split()))


def _where(form: Form, number: int, key: str) -> None:
    if not session.is_echo(key):
        _write(form, number, key, 2, session.widget_value(key))


def _until(form: Form, number: int, key: str) -> None:
    """Change the end of a row: the next one begins then, or the day ends."""
    if session.is_echo(key):
        return
    time = _clock(session.widget_value(key))
    if number + 1 < len(form.items(_LINES)):
        _write(form, number + 1, key, 0, time)
    elif time:
        make(form, SetField(file=form.file, path=_SLEEP, value=time), time)


def _write(form: Form, number: int, key: str, part: int, typed: str) -> None:
    """Write one part of a row. Clearing the time or the activity is refused, since the line would be
    invalid.
    """
    path = (*_LINES, number)
    parts = list(routine_parts(form.text(path)))
    if not typed and part < 2:
        st.toast(tr("Every row needs a start time and an activity. Remove the row if you don't need it."))
        session.set_widget(key, parts[part])
        return
    parts[part] = typed
    make(form, SetField(file=form.file, path=path, value=routine_line(*parts)), typed)


def _clock(typed: str) -> str:
    """Return a time as the text has it, however it was typed: `8`, `8.30`, `0830`; any other text
    unchanged.
    """
    found = _TYPED_TIME.fullmatch(typed.strip())
    return f"{int(found[1]):02}:{found[2] or '00'}" if found is not None else "".join(typed.split())


def _key(form: Form, number: int, what: str) -> str:
    return form.key((*_LINES, number), what)
