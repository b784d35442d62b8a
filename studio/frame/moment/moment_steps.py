"""Steps through the moments of a run, beside the moment in the bar: back, forward, and automatically."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import streamlit as st

from engine.api.run import By
from engine.api.workspace import Run
from engine.clock import DAY
from studio import session
from studio.basics.assets import mount, mounted
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_in

MINE = "mine"
BY: Mapping[str, str] = MappingProxyType(
    {
        "hour": marked("Hour"),
        "event": marked("Event"),
        "talk": "Conversation",
        "reflection": marked("Conclusion"),
        "day": "Day",
        MINE: marked("This person"),
    }
)
# By minutes a second.
SPEEDS: Mapping[int, str] = MappingProxyType({5: marked("Slow"), 20: marked("Medium"), 60: marked("Fast")})
_KEYS = {True: "PageUp", False: "PageDown"}  # those of the small remote controls that presenters hold
EVERY = 1.0  # seconds between two steps of what plays
_OF_THE_SLIDER = 15  # minutes


def minute_shown(run: Run) -> int:
    """Return the minute shown."""
    chosen = session.minute()
    return run.clock if chosen is None else chosen


def is_playing() -> bool:
    """Return whether the moment advances by itself."""
    return session.recalled("playing", default=False)


def play_on(run: Run) -> None:
    """Advance the playback by one step, up to the town's clock."""
    go_to(run, minute_shown(run) + session.recalled("play-speed", 20))
    if session.minute() is None:
        session.remember("playing", value=False)


def go_to(run: Run, minute: int) -> None:
    """Show a minute; from the town's clock on, the present."""
    session.choose_moment(None if minute >= run.clock else minute)


def step_button(run: Run, *, back: bool) -> None:
    """Draw the button for a step back or forward, by the chosen unit."""
    to = _neighbour(run, back=back)
    what = _worded(_by()).lower()
    st.button(
        tr("Back by {what}", what=what) if back else tr("Forward by {what}", what=what),
        key=f"moment-{'before' if back else 'after'}",
        icon=f":material/{'chevron_left' if back else 'chevron_right'}:",
        type="tertiary",
        disabled=to is None,
        shortcut=_KEYS[back] if session.presents() else None,
        help=tr("Previous step, by {what}", what=what) if back else tr("Next step, by {what}", what=what),
        on_click=go_to,
        args=(run, to or 0),
    )


def play_button(run: Run) -> None:
    """Draw the button that starts or stops the playback."""
    playing = is_playing()
    st.button(
        tr("Pause") if playing else tr("Play"),
        key="moment-play",
        icon=":material/pause:" if playing else ":material/play_arrow:",
        type="tertiary",
        help=tr("Pause")
        if playing
        else tr("Play from this moment, or from the start of the last day if you are at the end"),
        on_click=_toggle,
        args=(run,),
    )


def slider(run: Run, minute: int) -> None:
    """Draw the whole run as a slider, which sets the moment when released."""
    if not run.clock:
        return
    key = f"moment-slider-{run.number}"
    mount(
        "moment_slider",
        {"minute": minute, "clock": run.clock, "step": _OF_THE_SLIDER},
        key=key,
        in_page=True,
        on_go_change=lambda: _slid(run, key),
    )


def _slid(run: Run, key: str) -> None:
    match st.session_state[mounted(key)].get("go"):
        case int(minute) if not isinstance(minute, bool) and minute >= 0:
            go_to(run, minute)


def ways(run: Run) -> None:
    """Draw the choice of the step unit and of the playback speed."""
    shown = {name: _called(run, name) for name in BY if name != MINE or session.agent() is not None}
    key = f"moment-by-{len(shown)}"
    st.segmented_control(
        tr("Step by"),
        list(shown),
        default=_by(),
        required=True,
        format_func=shown.__getitem__,
        key=key,
        on_change=_kept("step-by", key),
    )
    st.segmented_control(
        tr("Play"),
        list(SPEEDS),
        default=session.recalled("play-speed", 20),
        required=True,
        format_func=lambda speed: tr(SPEEDS[speed]),
        key="moment-speed",
        on_change=_kept("play-speed", "moment-speed"),
    )


def _kept(name: str, key: str) -> Callable[[], None]:
    """Return a callback that stores a widget's choice before the page is drawn: the buttons beside it use
    it.
    """
    return lambda: session.remember(name, st.session_state[key])


def _called(run: Run, name: str) -> str:
    agent = session.agent()
    return _worded(name) if name != MINE or agent is None else run.town.cast.known_as[agent].called


def _worded(by: str) -> str:
    """Return the name of a step unit; a day and a talk are not pages here, so they have a translation
    context.
    """
    match by:
        case "day":
            return tr_in("a step", "Day")
        case "talk":
            return tr_in("a step", "Conversation")
    return tr(BY[by])


def _by() -> str:
    by: str = session.recalled("step-by", "hour")
    return by if by != MINE or session.agent() is not None else "event"


def _neighbour(run: Run, *, back: bool) -> int | None:
    minute, chosen = minute_shown(run), _by()
    by: By = "event" if chosen == MINE else chosen  # type: ignore[assignment]  # one of the names of BY
    now = run.at(minute)
    agent = session.agent() if chosen == MINE and session.agent() in now.town.cast.personas else None
    return now.moment_before(by, agent) if back else now.next_moment(by, agent)


def _toggle(run: Run) -> None:
    """Start or stop the playback from the moment shown; from the present, it replays the last day."""
    playing = not is_playing()
    session.remember("playing", value=playing)
    if playing and session.minute() is None:
        go_to(run, (run.story().last_day - 1) * DAY)
