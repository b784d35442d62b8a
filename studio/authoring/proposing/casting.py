"""A cast proposed over chosen axes: the coverage of the town, and the choice of proposed people."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.scenarios import AGE, AXES, MOST_PROPOSED, TRADE, Covered, Proposed
from engine.errors import TownwrightError
from studio import session
from studio.authoring.proposing.joining import join
from studio.basics.table import table_twin
from studio.basics.text import capital, escape_md, plain, shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_error, tr_worded
from studio.frame.dialogs import close_dialog, dialog, is_open, open_dialog
from studio.frame.page import complain, in_plain_words

_CAST = "cast"
AXIS_WORDS = {
    "warmth": marked("warm or cool"),
    "boldness": marked("bold or shy"),
    "speech": marked("talkative or quiet"),
    "order": marked("orderly or careless"),
    "mood": marked("cheerful or gloomy"),
    "candour": marked("frank or secretive"),
    "patience": marked("patient or quick-tempered"),
    "novelty": marked("curious or set in their ways"),
    AGE: marked("age"),
    TRADE: marked("trade"),
}
POLES = frozenset(
    (
        *(marked("warm"), marked("cool"), marked("bold"), marked("shy"), marked("talkative")),
        *(marked("quiet"), marked("orderly"), marked("careless"), marked("cheerful"), marked("gloomy")),
        *(marked("frank"), marked("secretive"), marked("patient"), marked("quick-tempered")),
        *(marked("curious"), marked("set in their ways")),
        *(marked("young"), marked("grown"), marked("older"), marked("old"), marked("no trade")),
    )
)
_MOST_CELLS = 60  # combinations that are shown one by one


def cast_button(name: str) -> None:
    """Draw the button that opens the dialog of a cast."""
    st.button(
        tr("Propose several"), icon=":material/group_add:", key=f"cast-ask-{name}",
        on_click=open_dialog, args=(_CAST, name),
    )  # fmt: skip


def asks_for_cast(name: str) -> bool:
    """Return whether the dialog of a cast is open for a town."""
    return is_open(_CAST) == name


@dialog(marked("Propose several people"), icon=":material/group_add:", width="medium")
def cast_dialog(name: str) -> None:
    """Draw the dialog: ask for axes and number, show the coverage, and add the accepted people."""
    plain(
        tr(
            "Rules and a random seed make the proposals, without a language model. Nothing is saved until "
            "you confirm."
        ),
        muted=True,
    )
    axes = st.multiselect(
        tr("Properties to vary"), [*AXES, AGE, TRADE], default=["warmth", AGE], max_selections=3,
        format_func=lambda axis: capital(tr(AXIS_WORDS[axis])), key=f"cast-axes-{name}",
    )  # fmt: skip
    left, right = st.columns(2)
    count = int(left.number_input(tr("Number of people"), 1, MOST_PROPOSED, 4, key=f"cast-count-{name}"))
    seed = int(right.number_input(tr("Random seed"), 0, 2**53 - 1, 1, key=f"cast-seed-{name}"))
    if not axes:
        plain(tr("Choose at least one property to vary."), muted=True)
        return
    scenarios = session.workspace().scenarios
    try:
        people = scenarios.propose_cast(name, count, axes, seed)
        before = scenarios.covered(name, axes)
    except TownwrightError as error:
        complain(tr_error(error))
        return
    above = st.container()
    taken = [one for one in people if _takes(name, one)]
    with above:
        _coverage(before, scenarios.covered(name, axes, taken))
    label = tr("Add {n} of {all}", n=len(taken), all=len(people)) if taken else tr("Choose at least one")
    if st.button(label, type="primary", key=f"cast-accept-{name}", disabled=not taken):
        with in_plain_words():
            join(name, taken)
            st.toast(
                tr(
                    "Added as drafts: {names}. Use Undo to remove them one at a time.",
                    names=escape_md(_listed(taken)),
                )
            )
            close_dialog()
            st.rerun()


def _takes(name: str, one: Proposed) -> bool:
    """Draw a proposed person; return whether they are accepted."""
    with st.container(border=True, gap="xsmall", key=f"cast-{name}-{one.agent}"):
        takes = st.checkbox(
            tr("**{name}**: {cell}", name=escape_md(one.name), cell=escape_md(_cell_words(one.cell))),
            value=True,
            key=f"cast-take-{name}-{one.agent}-{'-'.join(one.cell)}",
        )
        for problem in one.problems[:3]:
            said = tr(
                "{problem}; {remedy}",
                problem=tr_worded(problem.message),
                remedy=tr_worded(problem.remedy),
            )
            plain(said, muted=True, small=True)
        with st.expander(tr("Resulting file"), icon=":material/description:", type="compact"):
            st.code(one.text, language="yaml", height=280)
    return bool(takes)


def _cell_words(cell: Sequence[str]) -> str:
    return with_commas(tr(one) if one in POLES else one for one in cell)


def _coverage(before: Covered, after: Covered) -> None:
    """Show how many combinations are covered, before and after, and each of them with its number of
    people.
    """
    every, had, has = len(before.cells), before.cells, after.cells
    now, then = every - len(before.missing), every - len(after.missing)
    plain(
        tr(
            "The people who live here cover {now} of {every} combinations. With the people you "
            "select, {then} are covered.",
            now=now,
            every=every,
            then=then,
        )
    )
    combination, before_it, after_it = tr("Combination"), tr("People now"), tr("People after")
    rows = [
        {combination: _cell_words(cell), before_it: had[cell], after_it: has[cell]}
        for cell in list(had)[:_MOST_CELLS]
    ]
    table_twin(rows, key=f"cast-coverage-{len(rows)}", label=tr("All combinations"))
    if every > _MOST_CELLS:
        plain(tr("and {n} more combinations", n=every - _MOST_CELLS), muted=True, small=True)


def _listed(people: Sequence[Proposed]) -> str:
    return shorten(with_commas(one.name for one in people), 80)
