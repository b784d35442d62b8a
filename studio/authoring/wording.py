"""One prompt of a scenario: its wording, to be read or edited, and beside it the result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine.api.prompts import COMMON, ESSENTIAL, MEANINGS, Wording, default, may_use, tokens
from engine.api.scenarios import Checked, prompt_file, prompt_of, sketch
from engine.api.workspace import Workspace
from studio import session
from studio.authoring.editor.diff import show_diff
from studio.authoring.editor.editing import edit_file
from studio.basics.lazy_expander import lazy_expander
from studio.basics.people import label_of
from studio.basics.table import table
from studio.basics.text import escape_md, plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded
from studio.frame.dialogs import close_dialog, is_open, open_dialog
from studio.frame.page import in_plain_words
from studio.why.why import prompt_text

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from engine.api.prompts import Prompt
    from engine.records import AgentId

_HEIGHT = 420
_LOOKS = {"example": marked("Example"), "placeholders": marked("Placeholders")}


def write_wording(name: str, one: Wording) -> None:
    """Draw the default wording, and the button to begin an own one; or the own one, to be edited."""
    workspace, path = session.workspace(), prompt_file(one.name)
    if path not in workspace.scenarios.drafts.files(name):
        _default(workspace, name, one)
        return
    if one.default_moved_on:
        _moved_on(name, one)
    with st.container(horizontal=True):
        _compare_button(name, one)
        _give_up(name, one)
    label = tr("{prompt} of {scenario}, in your words", prompt=one.name, scenario=name)
    edit_file(workspace, name, path, label=label, height=_HEIGHT)
    if is_open("compare") == f"{name}-{one.name}":
        _compare(name, one)


def look_at_wording(name: str, one: Wording) -> None:
    """Draw the prompt for a person of the town, or the placeholders allowed in the wording."""
    above = st.container(horizontal=True, vertical_alignment="center")
    chosen = above.segmented_control(
        tr("Show"),
        list(_LOOKS),
        default="example",
        required=True,
        format_func=lambda look: tr(_LOOKS[look]),
        key="wording-look",
        label_visibility="collapsed",
    )
    if chosen == "example":
        _example(name, one, above)
    else:
        _placeholders(one)


def _default(workspace: Workspace, name: str, one: Wording) -> None:
    plain(
        tr("This is the default wording. Words that begin with $ are filled in when the question is asked."),
        muted=True,
    )
    with st.container(horizontal=True):
        own = tr("Write your own")
        if st.button(own, key=f"own-{name}-{one.name}", type="primary", icon=":material/edit:"):
            with in_plain_words():
                workspace.scenarios.wordings.begin(name, one.name)
                st.rerun()
        _bring_back(workspace, name, one)
    prompt_text(one.text, height=_HEIGHT)


def _bring_back(workspace: Workspace, name: str, one: Wording) -> None:
    path = prompt_file(one.name)
    version = workspace.scenarios.removed(name, "prompts/").get(path)
    if version is None:
        return
    label = tr("Restore your wording from v{version}", version=version.version)
    if st.button(label, key=f"return-{name}-{one.name}", type="tertiary", icon=":material/history:"):
        with in_plain_words():
            workspace.scenarios.restore(name, version, path)
            st.rerun()


def _moved_on(name: str, one: Wording) -> None:
    with st.container(border=True, key="default-moved-on"):
        plain(
            tr(
                "The default has changed since you based your wording on it. Your wording is still "
                "used. Compare the two, copy what you want, then mark it as reviewed."
            )
        )
        st.button(
            tr("Mark as reviewed"),
            key=f"accept-{name}-{one.name}",
            icon=":material/check:",
            on_click=_accept,
            args=(name, one.name),
            help=tr("Marks your wording as compared with the current default; your text does not change"),
        )


def _accept(name: str, prompt: str) -> None:
    with in_plain_words():
        session.workspace().scenarios.wordings.accept_default(name, prompt)


def _compare_button(name: str, one: Wording) -> None:
    st.button(
        tr("Compare with the default"),
        key=f"compare-{name}-{one.name}",
        icon=":material/difference:",
        on_click=open_dialog,
        args=("compare", f"{name}-{one.name}"),
    )


def _compare(name: str, one: Wording) -> None:
    title, icon = tr("Compared with the default"), ":material/difference:"
    st.dialog(title, width="large", icon=icon, on_dismiss=close_dialog)(_compared)(name, one)


def _compared(name: str, one: Wording) -> None:
    st.caption(
        tr(
            "{prompt} of {scenario}, as it is in the editor.",
            prompt=escape_md(one.name),
            scenario=escape_md(name),
        )
    )
    show_diff(default(one.name), one.text, left=tr("The default"), right=tr("Yours"))


def _give_up(name: str, one: Wording) -> None:
    with st.popover(tr("Use the default again"), icon=":material/restart_alt:", type="tertiary"):
        plain(tr("The default is used from the next version on. Your wording stays in the history."))
        if st.button(tr("Use the default"), key=f"default-{name}-{one.name}", type="primary"):
            with in_plain_words():
                session.workspace().scenarios.wordings.drop(name, one.name)
                st.toast(escape_md(tr("{prompt} uses the default wording again.", prompt=one.name)))
                st.rerun()


def _example(name: str, one: Wording, above: DeltaGenerator) -> None:
    files = session.workspace().scenarios.drafts.files(name)
    town = tuple((path, text) for path, text in files.items() if prompt_of(path) is None)
    scenario = _town(name, town).scenario
    if scenario is None:
        plain(
            tr(
                "The town's other files have errors. Fix them under World and Personas to see what "
                "a person is asked."
            ),
            muted=True,
        )
        return
    people = {persona.id: label_of(persona) for persona in scenario.personas}
    agent = above.selectbox(
        tr("Person asked"),
        list(people),
        format_func=people.__getitem__,
        key=f"asked-{name}",
        label_visibility="collapsed",
        width="stretch",
    )
    with st.spinner(tr("Rehearsing the first day…")):
        asked = _asked(name, town, agent)
    prompt = next(iter(asked.values())) if one.name == COMMON else asked.get(one.name)
    if prompt is None:
        plain(
            tr(
                "{name} was not asked this on the rehearsed first day. Choose another person.",
                name=scenario.persona(agent).name,
            ),
            muted=True,
        )
        return
    with in_plain_words():
        _as_read(name, one, prompt)


def _as_read(name: str, one: Wording, prompt: Prompt[Any]) -> None:
    from engine.api.prompts import as_read

    own = {each.name: each.text for each in session.workspace().scenarios.wordings.of(name) if each.is_own}
    text = as_read(prompt, own)
    by_default = as_read(prompt, {})
    is_common = one.name == COMMON
    here, there = (text.system, by_default.system) if is_common else (text.user, by_default.user)
    plain(_count(tokens(here), tokens(there) if one.is_own else None), muted=True, small=True)
    prompt_text(here, height=_HEIGHT)
    if not is_common:
        lazy_expander(
            tr("Start of the prompt"),
            partial(prompt_text, text.system, height=240),
            key="asked-common",
            icon=":material/person:",
        )


def _count(own: int, usual: int | None) -> str:
    """Return the length of a prompt in words, and of the default if that differs."""
    if usual is None:
        return tr("From a rehearsed first day. About {n:,} tokens.", n=own)
    return tr(
        "From a rehearsed first day. About {n:,} tokens; the default has {default:,}.",
        n=own,
        default=usual,
    )


@st.cache_resource(show_spinner=False, max_entries=12)
def _town(name: str, files: tuple[tuple[str, str], ...]) -> Checked:
    return sketch(dict(files), name)[1]


@st.cache_resource(show_spinner=False, max_entries=24)
def _asked(name: str, files: tuple[tuple[str, str], ...], agent: AgentId) -> Mapping[str, Prompt[Any]]:
    from engine.api.prompts import examples

    scenario = _town(name, files).scenario
    return examples(scenario, agent) if scenario is not None else {}


def _placeholders(one: Wording) -> None:
    plain(
        tr(
            "Use these placeholders in your wording. A paragraph is left out if all its "
            "placeholders are empty. Write $$ for a plain $."
        ),
        muted=True,
    )
    table([_meaning(one.name, name) for name in may_use(one.name)], key=f"placeholders-{one.name}")


def _meaning(prompt: str, name: str) -> dict[str, object]:
    meaning = tr_worded(MEANINGS[prompt][name])
    if name in ESSENTIAL[prompt]:
        meaning = tr("{meaning} (required)", meaning=meaning)
    return {tr("Placeholder"): f"${name}", tr("Meaning"): meaning}
