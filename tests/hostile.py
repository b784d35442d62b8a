# ruff: noqa: E501
"""A town in which everything is written to be taken for markup, code or a formula, and what is said in it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from random import Random

import yaml

from engine.api.workspace import open_workspace
from engine.records import Conversation, Event, Line, Memory, Turn
from engine.row_ids import row_id
from engine.store.log.rows import append
from tests.lived_towns import copy_of, kept

ROOT = Path(__file__).resolve().parents[1]
NAMES = {
    "Nell Hartley": 'Nell "N" {x} [b] <script>alert(1)</script> %s \\ # -> // (V.O.)^',
    "Otto Finch": "=HYPERLINK(1): TODO 李<<stop>>`''",
    "Ruth Calloway": "刘 婉",
}
PLACES = {
    "Candle Court": "<<if>> {Court} [[x->y]] | # === %s \\",
    "Towpath": "=1+1 ::渡口 -> DONE",
}
MARKS = (
    "-> x", "=> x", "=== x", "= x", "<<x>>", "<<stop>>", "// x", "/// x", "/* x */", "/*", "*/", ":: x", ":", "5:30",
    "TODO: x", "VAR x = 1", "INCLUDE x", "[b]x[/b]", "[x]", "[[x]]", "[[x->y]]", "]]", "{x}", "{", "}", "a|b", "|x>[",
    "|x>(", "#tag", "#line:1", "# x", "*x*", "**x**", "_x_", "__x", ".__x", "[__x", "\\_x", "@x", "@@", "=1+1",
    "+1", "-1+cmd|' /C calc'!A0", "'=1", '"q"', "'q'", "“q”", '"""', "'''", "\\n", "\\t", "\\u0041", "\\", "\\\\", "\\[",
    "%s", "100%", "%(x)s", "%", "【x|y】", "【", "：", "🙂", "👩‍🍳", "سلام", "שלום", "\N{RIGHT-TO-LEFT MARK}x",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</div>", "&amp;", "&", "<!--", "-->", "]]>",
    "https://127.0.0.1/x", "[x](y)", "![x](y)", "`", "``x``", "```", "~ x", "~", "! x", "> x", ">x<", ". x", ".x", "..",
    "(x)", "(", "FADE TO:", "INT. X", "CUT TO BLACK.", "(if: true)[x]", "$x", "_y", "(print: 1)", "''x''", "^", "^^",
    "你好，世界", "柳湾镇", "\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}x", "é", "e\N{COMBINING ACUTE ACCENT}", "-", "--", "---",
    "<r>x</r>", "<r>", "_x0041_", "<a:b>",
    "$", "$$x$$", "{{x}}", "{% x %}", "<%= x %>", "${x}", "menu:", "label x:", "return", "jump x", "else", "-", "+", "*", "~",
)  # fmt: skip
UNSEEN = (
    "one\ntwo", "\r\n -> x", "\x0bx\x0c", "\tx\t", "\x00x\x07", "\x1b[31mx", "\x85x", "\u2028x\u2029", "\u202ex\u202c",
    "\u2066x", "\ufeffx", "  x  y  ", "", " ", "\n", "\u2060", "\x7f", "\ufffe", "\n=== x\n---\n", "\n:: x [script]\n", "\n\n",
)  # fmt: skip
LONG = "很长 -> {x} " * 1_000
MINUTE = 90


def said() -> list[str]:
    """Everything that is said: each mark alone, and many of them one after another."""
    draw = Random(7)
    pieces = [*MARKS, *UNSEEN, " ", "x", "x y"]
    mixed = ["".join(draw.choices(pieces, k=draw.randint(2, 6))) for _ in range(400)]
    return [*MARKS, *(f"x {mark} x" for mark in MARKS), *(mark * 3 for mark in MARKS), *UNSEEN, *mixed, LONG]


def hostile_town(folder):
    """Return a workspace, in a folder, with a run in which everything was said."""
    texts = hashlib.sha256(repr((said(), hostile_files())).encode("utf-8", "surrogatepass")).hexdigest()
    workspace = open_workspace(copy_of(kept(f"hostile {texts}", _live_it), folder))
    return workspace, workspace.runs.find("last")


def _live_it(folder):
    with open_workspace(folder) as workspace:
        hostile_run(workspace)


def hostile_run(workspace, texts=None):
    """A run in which these texts were said, in two talks on two days."""
    workspace.scenarios.save("hostile", hostile_files())
    run = workspace.runs.new("hostile", name="-> {hostile} <b>")
    run.live(days=2)
    half = len(texts := texts if texts is not None else said()) // 2
    talk(run, MINUTE, "Candle Court", texts[:half])
    talk(run, 1440 + MINUTE, "Towpath", texts[half:])
    return run


def talk(run, minute, place, texts):
    """Let two people have said these texts at a minute at which all others sleep."""
    one, other = list(run.town.cast.names)[:2]
    room = PLACES[place]
    ids = iter(row_id(minute, 1, n) for n in range(9_000))
    turn = Turn(id=next(ids), agent=one, room=room, reason="step")
    rows = [
        head := Conversation(
            id=next(ids), room=room, members=(one, other), until=minute + 9, summary="-> {summary} [[x]] <b>"
        ),
        Event(id=next(ids), room=room, kind="act", text="does -> {x} [[y]] <b>&</b>\n=== z", actor=one),
    ]
    for n, text in enumerate(texts):
        speaker, hearer = (one, other) if n % 2 == 0 else (other, one)
        rows.append(
            Line(id=next(ids), conversation=head.id, speaker=speaker, hearers=(hearer,), said_at=minute + n % 9,
                 text=text, thought=f"thinks {text}")
        )  # fmt: skip
    rows += [
        Memory(id=next(ids), agent=one, kind="reflection", text=f"concludes {text}", importance=5, depth=1)
        for text in texts[:40]
    ]
    append(run.store, run.number, turn, rows)


def hostile_files():
    """The files of three neighbours with other names, of people and of places."""
    return renamed_files({**NAMES, **PLACES})


def renamed_files(names):
    """The files of three neighbours with other words in place of some, in their paths too."""
    folder = ROOT / "scenarios" / "three-neighbours"
    read = {
        path.relative_to(folder).as_posix(): yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)
        for path in sorted(folder.rglob("*.yaml"))
    }
    return {
        _renamed(path, names): yaml.safe_dump(_renamed(data, names), allow_unicode=True, sort_keys=False)
        for path, data in read.items()
    }


def _renamed(data, names):
    if isinstance(data, dict):
        return {_renamed(key, names): _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, names) for value in data]
    if isinstance(data, str):
        for old, new in names.items():
            data = data.replace(old, new)
        return yaml.safe_load(data) if re.fullmatch(r"-?[0-9]+(?:\.[0-9]+)?|true", data) else data
    return data
