"""Steps through the moments of a run, beside the moment in the bar: back, on, and on by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import streamlit as st

from engine.api.run import By
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, day_of
from studio import session

MINE = "mine"
BY: Mapping[str, str] = MappingProxyType(
    {
        "hour": "Hour",
        "event": "Event",
        "talk": "Talk",
        "reflection": "Conclusion",
        "day": "Day",
        MINE: "This person",
    }
)
SPEEDS: Mapping[int, str] = MappingProxyType({5: "Slow", 20: "Steady", 60: "Fast"})  # minutes a second
_KEYS = {True: "PageUp", False: "PageDown"}  # those of the small remote controls that presenters hold
EVERY = 1.0  # seconds between two steps of what plays
_OF_THE_SLIDER = 15  # minutes


def minute_shown(run: Run) -> int:
    """Return the minute that is looked at."""
    chosen = session.minute()
    return run.clock if chosen is None else chosen


def is_playing() -> bool:
    """Return whether the moment goes on by itself."""
    return session.recalled("playing", default=False)


def play_on(run: Run) -> None:
    """Go on to where what plays is next, up to where the town stands."""
    go_to(run, minute_shown(run) + session.recalled("play-speed", 20))
    if session.minute() is None:
        session.remember("playing", value=False)


def go_to(run: Run, minute: int) -> None:
    """Look at a minute; at or past where the town stands, at that."""
    session.choose_moment(None if minute >= run.clock else minute)


def step_button(run: Run, *, back: bool) -> None:
    """Draw the button for a step back or on, by what was chosen."""
    to = _neighbour(run, back=back)
    what = BY[_by()].lower()
    st.button(
        f"{'Back' if back else 'On'} by {what}",
        key=f"moment-{'before' if back else 'after'}",
        icon=f":material/{'chevron_left' if back else 'chevron_right'}:",
        type="tertiary",
        disabled=to is None,
        shortcut=_KEYS[back] if session.presents() else None,
        help=f"{'The one before' if back else 'The next one'}, by {what}",
        on_click=go_to,
        args=(run, to or 0),
    )


def play_button(run: Run) -> None:
    """Draw the button that has the moment go on by itself, or stand still."""
    playing = is_playing()
    st.button(
        "Stand still" if playing else "Play",
        key="moment-play",
        icon=":material/pause:" if playing else ":material/play_arrow:",
        type="tertiary",
        help="Stand still"
        if playing
        else "Let the moment go on by itself, from the beginning of the day at its end",
        on_click=_toggle,
        args=(run,),
    )


def slider(run: Run, minute: int) -> None:
    """Draw the whole run as a slider."""
    clock = run.clock
    stops = sorted({*range(0, clock, _OF_THE_SLIDER), minute, clock})
    if len(stops) < 2:
        return
    key = f"moment-slider-{run.number}-{minute}-{clock}"
    st.select_slider(
        "The whole run",
        stops,
        value=minute,
        format_func=lambda one: f"day {day_of(one)} {clock_words(one)}",
        key=key,
        on_change=lambda: go_to(run, int(st.session_state[key])),
    )


def ways(run: Run) -> None:
    """Draw by what one steps, and how fast it plays."""
    shown = {name: _called(run, name) for name in BY if name != MINE or session.agent() is not None}
    key = f"moment-by-{len(shown)}"
    st.segmented_control(
        "Step by",
        list(shown),
        default=_by(),
        required=True,
        format_func=shown.__getitem__,
        key=key,
        on_change=_kept("step-by", key),
    )
    st.segmented_control(
        "Play",
        list(SPEEDS),
        default=session.recalled("play-speed", 20),
        required=True,
        format_func=SPEEDS.__getitem__,
        key="moment-speed",
        on_change=_kept("play-speed", "moment-speed"),
    )


def _kept(name: str, key: str) -> Callable[[], None]:
    """Return what keeps a choice before the page is drawn: the buttons beside it go by it."""
    return lambda: session.remember(name, st.session_state[key])


def _called(run: Run, name: str) -> str:
    agent = session.agent()
    return BY[name] if name != MINE or agent is None else run.town.cast.known_as[agent].called


def _by() -> str:
    by: str = session.recalled("step-by", "hour")
    return by if by != MINE or session.agent() is not None else "event"


def _neighbour(run: Run, *, back: bool) -> int | None:
    minute, chosen = minute_shown(run), _by()
    by: By = "event" if chosen == MINE else chosen  # type: ignore[assignment]  # one of the names of BY
    agent = session.agent() if chosen == MINE else None
    now = run.at(minute)
    return now.moment_before(by, agent) if back else now.next_moment(by, agent)


def _toggle(run: Run) -> None:
    """Play on from the moment looked at; from where the town stands, its last day once more."""
    playing = not is_playing()
    session.remember("playing", value=playing)
    if playing and session.minute() is None:
        go_to(run, (run.story().last_day - 1) * DAY)
