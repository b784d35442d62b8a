"""Two versions of a text side by side: removed and added lines, with signs and line numbers."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from studio.basics.text import shown
from studio.catalogue.tr import tr

Kind = Literal["same", "changed", "gone", "new", "gap"]
MOST_ROWS = 1_500


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One line of both sides; the number 0 means that this side has no such line."""

    kind: Kind
    left_number: int
    left: str
    right_number: int
    right: str


def diff_rows(before: str, after: str, *, context: int = 3) -> list[DiffRow]:
    """Return the lines that differ, with some lines around them; `gap` stands for the rest."""
    left, right = before.splitlines(), after.splitlines()
    rows: list[DiffRow] = []
    end = 0
    for group in difflib.SequenceMatcher(None, left, right, autojunk=False).get_grouped_opcodes(context):
        if group[0][1] > end:
            rows.append(DiffRow("gap", 0, "", 0, ""))
        for tag, l1, l2, r1, r2 in group:
            rows += _rows(tag, left, right, (l1, l2), (r1, r2))
        end = group[-1][2]
    if rows and end < len(left):
        rows.append(DiffRow("gap", 0, "", 0, ""))
    return rows[:MOST_ROWS]


def show_diff(before: str, after: str, *, left: str, right: str) -> None:
    """Draw both sides, or a sentence if there is no difference."""
    rows = diff_rows(before, after)
    if not rows:
        st.caption(tr("No differences."))
        return
    columns = '<col class="tw-no"><col class="tw-sign"><col>' * 2
    head = f'<tr><th colspan="3">{shown(left)}</th><th colspan="3">{shown(right)}</th></tr>'
    body = "".join(_html(row) for row in rows)
    st.html(
        f'<div class="tw-scroll"><table class="tw-diff"><colgroup>{columns}</colgroup>'
        f"<thead>{head}</thead><tbody>{body}</tbody></table></div>"
    )


def show_changes(before: str, after: str, *, left: str, right: str) -> None:
    """Draw the differences line by line, one text below the other, for narrow places."""
    rows = diff_rows(before, after, context=1)
    if not rows:
        st.caption(tr("No differences."))
        return
    head = f'<tr><th colspan="3">− {shown(left)} &nbsp; + {shown(right)}</th></tr>'
    body = "".join(map(_one_below_the_other, rows))
    st.html(
        '<table class="tw-diff tw-one"><colgroup><col class="tw-no"><col class="tw-sign"><col></colgroup>'
        f"<thead>{head}</thead><tbody>{body}</tbody></table>"
    )


def _one_below_the_other(row: DiffRow) -> str:
    if row.kind == "gap":
        return '<tr class="tw-gap"><td colspan="3">⋯</td></tr>'
    if row.kind == "same":
        return f"<tr>{_side(row.left_number, row.left, '', '')}</tr>"
    gone = _side(row.left_number, row.left, "−", "tw-gone") if row.left_number else ""
    came = _side(row.right_number, row.right, "+", "tw-came") if row.right_number else ""
    return "".join(f"<tr>{side}</tr>" for side in (gone, came) if side)


def _rows(
    tag: str, left: list[str], right: list[str], lefts: tuple[int, int], rights: tuple[int, int]
) -> list[DiffRow]:
    rows = []
    for offset in range(max(lefts[1] - lefts[0], rights[1] - rights[0])):
        one, other = lefts[0] + offset, rights[0] + offset
        has_one, has_other = one < lefts[1], other < rights[1]
        kind: Kind = (
            "same" if tag == "equal" else "changed" if has_one and has_other else "gone" if has_one else "new"
        )
        rows.append(
            DiffRow(
                kind,
                one + 1 if has_one else 0,
                left[one] if has_one else "",
                other + 1 if has_other else 0,
                right[other] if has_other else "",
            )
        )
    return rows


def _html(row: DiffRow) -> str:
    if row.kind == "gap":
        return '<tr class="tw-gap"><td colspan="6">⋯</td></tr>'
    gone = row.kind in ("changed", "gone")
    came = row.kind in ("changed", "new")
    return (
        "<tr>"
        + _side(row.left_number, row.left, "−" if gone else "", "tw-gone" if gone else "")
        + _side(row.right_number, row.right, "+" if came else "", "tw-came" if came else "")
        + "</tr>"
    )


def _side(number: int, text: str, sign: str, kind: str) -> str:
    return (
        f'<td class="tw-no">{number or ""}</td><td class="tw-sign {kind}">{sign}</td>'
        f'<td class="tw-line {kind}">{shown(text)}</td>'
    )
