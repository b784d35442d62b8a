"""Importing: one dialog for files of other programs, with a report before anything is stored."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.scenarios import Arrival, CardIn, FilesIn, ImportNote, Problem, SaveIn, ScriptIn, SpeakerIn
from engine.api.writing.imports import ENDINGS, Kept
from engine.errors import TownwrightError
from studio import session
from studio.authoring.proposing.joining import join
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_error, tr_n, tr_worded
from studio.frame.dialogs import close_dialog, dialog, go_button, is_open, open_dialog
from studio.frame.page import STAGE, WORLD, complain, in_plain_words
from studio.frame.towns import drafted_town, titles
from studio.pages import file_of

LARGEST = 64  # megabytes
_DIALOG, _FOUND = "import", "import-found"
_FATES = {"came": marked("Imported"), "changed": marked("Changed"), "dropped": marked("Left out")}
_ANYWHERE = ""
_MOST_SHOWN = 30  # notes of one fate, and problems
_OF_PEOPLE = (".json", ".png", ".twee", ".tw", ".yarn", ".csv")


def import_button(town: str = "") -> None:
    """Draw the button that opens the dialog: for any town, or for people who join this one."""
    st.button(
        tr("Import"),
        icon=":material/upload:",
        key=f"import-ask-{town}",
        type="secondary" if town else "tertiary",
        on_click=_begin,
        args=(town,),
        help=tr("Import a character card, a Twee, Yarn or CSV file, a zipped scenario, or a Smallville save"),
    )


def asks_for_import(town: str = "") -> bool:
    """Return whether the dialog is open for a town, or for any."""
    return is_open(_DIALOG) == town


def import_dialog(town: str = "") -> None:
    """Draw the dialog if it is open."""
    if asks_for_import(town):
        _take_in(town)


def _begin(town: str) -> None:
    session.remember(_FOUND, None)
    open_dialog(_DIALOG, town)


@dialog(marked("Import"), icon=":material/upload:", width="medium")
def _take_in(town: str) -> None:
    """Ask for a file, report what it would become, and store it if the user accepts."""
    plain(
        tr(
            "Import people from a character card (V1, V2, V3), a Twee or Yarn story, or a CSV of "
            "people or their lines. A zipped scenario or Smallville save becomes a new town. "
            "Nothing is stored until you confirm."
        ),
        muted=True,
    )
    upload = st.file_uploader(
        tr("File"),
        type=[one.removeprefix(".") for one in ENDINGS],
        key=f"import-file-{town}",
        max_upload_size=LARGEST,
    )
    if upload is None:
        return
    brings_people = upload.name.lower().endswith(_OF_PEOPLE)
    into, home = _where(town) if brings_people else ("", "")
    if brings_people and not into:
        plain(tr("There is no town to add people to. Create one first."))
        return
    found = _looked(upload.file_id, upload.name, upload.getvalue(), into, home)
    if found is None:
        return
    plain(_head(found))
    _report(found.notes)
    if isinstance(found, ScriptIn):
        _choose(found, into)
    elif isinstance(found, CardIn):
        _problems(found.problems)
        _file(found.text)
        _keep(found, into, tr("Add {who}", who=shorten(found.name, 40)))
    else:
        _problems(found.problems)
        _as_a_town(found)


def _where(town: str) -> tuple[str, str]:
    """Ask for the town the people join, if it is not given, and where in it they live. Return both."""
    if not town:
        called, names = titles(session.workspace()), session.workspace().scenarios.names()
        here = session.town()
        town = st.selectbox(
            tr("Add to town"), names, names.index(here) if here in names else 0, key="import-into",
            format_func=lambda one: shorten(called[one], 60),
        ) or ""  # fmt: skip
    if not town:
        return "", ""
    scenario = drafted_town(session.workspace(), town)
    homes = [room.path for place in scenario.places for room in place.rooms]
    home = st.selectbox(
        tr("Home"),
        [_ANYWHERE, *homes],
        format_func=lambda path: (
            shorten(place_words(path), 60) if path else tr("Where the fewest people live")
        ),
        key=f"import-home-{town}",
    )
    return town, home or ""


def _looked(file: str, name: str, content: bytes, into: str, home: str) -> Arrival | None:
    """Examine a file, and cache the result as long as the same file and place are chosen."""
    key = (file, into, home)
    before: tuple[tuple[str, str, str], Arrival] | None = session.recalled(_FOUND, None)
    if before is not None and before[0] == key:
        return before[1]
    try:
        with st.spinner(tr("Reading the file…")):
            found = session.workspace().imports.look(name, content, into=into, home=home)
    except TownwrightError as error:
        complain(tr_error(error))
        return None
    session.remember(_FOUND, (key, found))
    return found


# ---- the report


def _head(found: Arrival) -> str:
    if isinstance(found, CardIn):
        return tr(
            "{name}, from a character card ({form}): {file}",
            name=found.name,
            form=found.version,
            file=found.file,
        )
    if isinstance(found, ScriptIn):
        form = tr_worded(found.form)
        return tr("{form}. People who speak or are mentioned: {n}", form=form, n=len(found.people))
    if isinstance(found, FilesIn):
        return tr("Scenario: {name}", name=found.name)
    if found.lived is None:
        return tr("Smallville save: {name}", name=found.name)
    until = moment_words(found.lived.minute)
    return tr("Smallville save: {name}, simulated until {moment}", name=found.name, moment=until)


def _report(notes: Sequence[ImportNote]) -> None:
    for fate, heading in _FATES.items():
        of_it = [one for one in notes if one.fate == fate]
        if not of_it:
            continue
        with st.container(gap=None, key=f"import-{fate}"):
            plain(tr(heading), small=True)
            for one in of_it[:_MOST_SHOWN]:
                said = tr("{field}: {words}", field=tr_worded(one.field), words=tr_worded(one.words))
                plain(said, muted=True, small=True)
            if len(of_it) > _MOST_SHOWN:
                plain(tr("and {n} more", n=len(of_it) - _MOST_SHOWN), muted=True, small=True)


def _problems(problems: Sequence[Problem]) -> None:
    for one in problems[:_MOST_SHOWN]:
        said = tr(
            "{file}: {problem}; {remedy}",
            file=one.file,
            problem=tr_worded(one.message),
            remedy=tr_worded(one.remedy),
        )
        plain(said, muted=True, small=True)


def _file(text: str) -> None:
    with st.expander(tr("Resulting file"), icon=":material/description:"):
        st.code(text, language="yaml", height=300)


# ---- keeping it


def _choose(found: ScriptIn, into: str) -> None:
    """Ask which people of a story or a table to import, showing the file of each."""
    people = {one.agent: one for one in found.people}
    chosen = st.multiselect(
        tr("People to import"),
        list(people),
        default=list(people),
        format_func=lambda agent: _option(people[agent]),
        key=f"import-whom-{into}",
    )
    if not chosen:
        plain(tr("Choose at least one person."), muted=True)
        return
    looked_at = st.selectbox(
        tr("Show"), chosen, format_func=lambda agent: _option(people[agent]), key=f"import-shown-{into}"
    )
    if looked_at in people:
        _problems(people[looked_at].problems)
        _file(people[looked_at].text)
    who = people[chosen[0]].name if len(chosen) == 1 else tr("{n} people", n=len(chosen))
    _keep(found, into, tr("Add {who}", who=shorten(who, 40)), chosen)


def _option(one: SpeakerIn) -> str:
    said = tr_n("{name} · {n} line", "{name} · {n} lines", one.lines, name=shorten(one.name, 40))
    return escape_md(said)


def _keep(found: CardIn | ScriptIn, into: str, label: str, agents: Sequence[str] | None = None) -> None:
    if not st.button(escape_md(label), type="primary", key=f"import-accept-{into}"):
        return
    with in_plain_words():
        people = [found] if isinstance(found, CardIn) else found.chosen(agents)
        session.choose_town(into)
        join(into, people)
        st.toast(_came(people))
        close_dialog()
        st.switch_page(file_of("personas"))


def _came(people: Sequence[CardIn | SpeakerIn]) -> str:
    if len(people) > 1:
        return tr("{n} people are added as drafts. Use Undo to remove them one at a time.", n=len(people))
    return tr(
        "{name} is added as a draft. You can undo this.",
        name=escape_md(people[0].name),
    )


def _as_a_town(found: SaveIn | FilesIn) -> None:
    """Ask for the name of the town, and create it."""
    with st.form("import-town", border=False):
        name = st.text_input(tr("Name"), value=found.name[:80], max_chars=80, key="import-name")
        days = isinstance(found, SaveIn) and found.lived is not None and not found.problems
        label = tr("Create the town and its run") if days else tr("Create the town")
        go = go_button(label, key="import-make")
    if go and not name.strip():
        complain(tr("Enter a name for the town above."))
    elif go:
        storing = tr("Storing the town and its run…") if days else tr("Storing the town…")
        with st.spinner(storing), in_plain_words():
            kept = session.workspace().imports.keep(found, name=name)
            _go_to(kept)


def _go_to(kept: Kept) -> None:
    """Go to the import's result: its run on the stage, or the town."""
    session.choose_town(kept.scenario)
    close_dialog()
    if kept.run:
        run = session.workspace().runs.find(kept.run)
        session.choose_run(run.row.id)
        said = tr("{run} is at {moment}.", run=run.row.name, moment=moment_words(run.clock))
        session.remember("stage-said", said)
        st.switch_page(STAGE)
    st.switch_page(WORLD)
