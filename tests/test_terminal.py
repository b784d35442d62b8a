"""The terminal: what is shown there is clean, aligned, and fits its encoding."""

from __future__ import annotations

import io
import json

from hypothesis import given, strategies as st

from engine.cli.screen.progress import ProgressLine
from engine.cli.screen.terminal import Terminal, clean, width
from engine.running.run_session import Progress


@given(st.text())
def test_clean_text_has_no_control_character_but_the_line_feed(text):
    safe = clean(text)
    assert not [letter for letter in safe if ord(letter) < 32 and letter != "\n"]
    assert not [letter for letter in safe if 127 <= ord(letter) < 160]
    assert len(clean(text, one_line=True).splitlines()) <= 1


def test_what_is_clean_already_stays_as_it_is():
    assert clean("Café 港 👩‍🍳 it’s") == "Café 港 👩‍🍳 it’s"


def test_columns_are_aligned_whatever_the_script():
    terminal = spoken()
    terminal.table([("港", 1, "x"), ("Café", 100, "y")], right=(1,))
    first, second = written(terminal.out).splitlines()
    assert (first, second) == ("港      1  x", "Café  100  y")
    assert width(first) == width(second)


def test_a_poor_encoding_loses_no_letter_and_breaks_no_json():
    terminal = spoken(encoding="ascii")
    terminal.say("Café 👩‍🍳")
    assert written(terminal.out).startswith("Caf\\xe9 \\U0001f469")
    terminal = spoken(encoding="ascii")
    terminal.data({"name": "Café 👩‍🍳"})
    assert json.loads(written(terminal.out)) == {"name": "Café 👩‍🍳"}


def test_what_an_encoding_lacks_is_told_once_with_the_remedy():
    terminal = spoken(encoding="cp1252")
    terminal.say("Café")
    terminal.flush()
    assert written(terminal.err) == ""
    terminal.say("柳湾镇")
    terminal.flush()
    terminal.flush()
    assert written(terminal.err).count("PYTHONUTF8=1") == 1


def test_progress_is_plain_lines_in_a_pipe_and_a_bar_on_a_terminal(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    piped, seen = spoken(), spoken()
    seen.err.isatty = lambda: True
    for terminal in (piped, seen):
        with ProgressLine(terminal, since=0, until=100) as progress:
            progress.show(Progress(minute=50, turns=3, calls=2))
    lines = written(piped.err).splitlines()
    assert lines == ["from day 1 00:00 to day 1 01:40", "day 1 00:50, 3 turns, 2 calls"]
    assert "\r[############............]  50%  day 1 00:50" in written(seen.err)
    assert written(piped.out) == written(seen.out) == ""


def spoken(encoding="utf-8"):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="") for _ in range(2))
    return Terminal(out, err)


def written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode(stream.encoding)
