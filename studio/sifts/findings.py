"""The findings of a sift: who, when, the sentence, and links to reasons, moment and pins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine.api.run import Finding, Sift, Sifted, minute_of
from engine.api.workspace import Run
from studio import session
from studio.basics.people import colour_of, faces, person_of
from studio.basics.table import Rows, table, table_twin
from studio.basics.text import plain, shorten, story
from studio.catalogue.lists import with_commas
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.empty import empty
from studio.frame.linked_fields import linked_person, linked_words
from studio.why.memory_card import why_button
from studio.why.pin_button import pin_button

A_PAGE = 15
MOST_FACES = 4


def findings(run: Run, sift: Sift) -> None:
    """Draw the findings of a sift at the moment shown."""
    show_found(run, run.story(session.minute()).sift(sift), key=sift.name, none=_none(sift))


def show_found(run: Run, found: Sifted, *, key: str, none: Callable[[], None]) -> None:
    """Draw findings, filtered by person and words; as a plain table if they name no rows."""
    if not found.count:
        none()
        return
    if not found.findings:
        st.caption(_how_many(found, found.count))
        table(found.table.to_dicts(), key=f"sift-{key}", alt=tr("Results of the SQL query, row by row"))
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        who = linked_person(run.town.cast.personas, link="of", key=f"sift-of-{run.number}")
        words = (
            linked_words(tr("Contains text…"), link="said", key="sift-words", width=260).casefold().split()
        )
    shown = [
        one
        for one in found.findings
        if (who is None or who in one.who) and all(word in one.sentence.casefold() for word in words)
    ]
    st.caption(_how_many(found, len(shown)))
    pages = -(-len(shown) // A_PAGE)
    page = st.pagination(pages, key=f"sift-page-{key}") if pages > 1 else 1
    for n, one in enumerate(shown[(page - 1) * A_PAGE : page * A_PAGE]):
        _card(run, one, key=f"{key}-{n}")
    table_twin(lambda: finding_rows(run, shown), key=f"sift-{key}")


def finding_rows(run: Run, found: Sequence[Finding]) -> Rows:
    """Return findings as a table."""
    names = run.town.cast.names
    when, who, what, ids = tr("when"), tr("who"), tr("finding"), tr("ids")
    return [
        {
            when: moment_words(one.minute),
            who: with_commas(names[agent] for agent in one.who),
            what: one.sentence,
            ids: ", ".join(map(str, one.rows)),
        }
        for one in found
    ]


def _card(run: Run, one: Finding, *, key: str) -> None:
    people = [(person_of(run, agent), colour_of(run, agent)) for agent in one.who]
    with st.container(border=True, width=760, gap="xsmall", key=f"found-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if people:
                with st.container(width="content"):
                    faces(people, most=MOST_FACES)
            named = with_commas(shorten(persona.name, 30) for persona, _ in people[:MOST_FACES])
            with st.container(gap=None, width="stretch"):
                plain(" · ".join(filter(None, (_when(one), named))), small=True, muted=True)
        story(one.sentence)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            if one.rows:
                why_button(one.rows[0], key=f"found-{key}")
                pin_button(run, one.rows[0], key=f"found-{key}", words=one.sentence)
            st.button(
                tr("Go to that moment"),
                key=f"go-{key}",
                icon=":material/schedule:",
                type="tertiary",
                disabled=not one.minute,
                on_click=session.choose_moment,
                args=(min(_seen_from(one), run.clock),),
            )


def _seen_from(one: Finding) -> int:
    """Return the first minute at which a finding can be seen: the one after the last row it rests on."""
    return max([one.minute, *map(minute_of, one.rows)]) + 1


def _when(one: Finding) -> str:
    return moment_words(one.minute) if one.minute else tr("from the start")


def _how_many(found: Sifted, shown: int) -> str:
    if shown != found.count:
        return tr("{n} of {all} results match.", n=shown, all=found.count)
    if found.table.more:
        return tr("First {n} results; there are more.", n=found.count)
    return tr("{n} found.", n=found.count)


def _none(sift: Sift) -> Callable[[], None]:
    return lambda: empty(
        tr(
            "“{sift}” has no results at this moment. Run another day, or choose a later moment.",
            sift=tr_worded(sift.title),
        ),
        title=tr("No results yet"),
        icon=":material/filter_alt_off:",
        key="nothing-found",
    )
