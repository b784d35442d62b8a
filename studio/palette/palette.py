"""The palette itself: its button in the sidebar, its field, and the results, usable by keyboard alone."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from studio.basics.assets import scripted
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog, is_open, open_dialog
from studio.frame.side.language_switch import language_switch
from studio.palette.finding import Found, find
from studio.palette.keys import keys_dialog
from studio.stage.transcript import close_talk
from studio.why.why import close_why

# Puts the focus into the field, and lets the arrows and Enter walk through what was found. Enter in the field
# goes to the first of what these very words find, so it waits until that has come.
_WALK = """
const field = () => document.querySelector('.st-key-palette-words input')
const found = () => [...document.querySelectorAll('.st-key-tw-palette button')]
const asked = () => document.querySelector('.tw-asked')?.dataset.typed
const hex = text => text.replace(/[^]/g, unit => unit.charCodeAt(0).toString(16).padStart(4, "0"))

function walk(dialog) {
  let waits = 0
  const first = () => {
    clearTimeout(waits)
    if (!field()?.value.trim()) return // keys that came before the window stood went elsewhere
    if (asked() === hex(field().value)) found()[0]?.click()
    else waits = setTimeout(first, 60)
  }
  dialog.addEventListener("input", () => clearTimeout(waits))
  dialog.addEventListener("keydown", event => {
    const all = found(), at = all.indexOf(document.activeElement)
    if (event.key === "ArrowDown") (all[at + 1] ?? all[at] ?? field())?.focus()
    else if (event.key === "ArrowUp") (at > 0 ? all[at - 1] : field())?.focus()
    else if (event.key === "Home" && at >= 0) all[0].focus()
    else if (event.key === "End" && at >= 0) all.at(-1).focus()
    else if (event.key === "Enter" && event.target === field()) first()
    else {
      const types = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey
      if (at >= 0 && types) field()?.focus()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }, true)
}

export default () => {
  let tries = 60 // this may run before the window stands, which puts the focus somewhere of its own
  const begin = setInterval(() => {
    const dialog = field()?.closest('[role="dialog"]')
    if (dialog && !dialog.dataset.walks) {
      dialog.dataset.walks = "1"
      walk(dialog)
    } else if (dialog && [field(), ...found()].includes(document.activeElement)) tries = 0
    if (tries-- <= 0) clearInterval(begin)
    else field()?.focus()
  }, 50)
  return () => clearInterval(begin)
}
"""


def palette() -> None:
    """Draw the buttons of the palette and of the list of keys in the sidebar, and whichever is open."""
    with (
        st.sidebar,
        st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="tw-find"),
    ):
        st.button(
            tr("Find"),
            key="palette-open",
            icon=":material/search:",
            shortcut="Ctrl+K",
            help=tr("Find a page, person, place, town, run, memory or conversation"),
            on_click=_open,
            args=("palette",),
        )
        st.button(
            tr("Shortcuts"),
            key="palette-keys",
            icon=":material/keyboard:",
            type="tertiary",
            help=tr("Keyboard shortcuts"),
            on_click=_open,
            args=("keys",),
        )
        language_switch()
    if is_open("palette") is not None:
        _dialog()
    elif is_open("keys") is not None:
        keys_dialog()


def _open(what: str) -> None:
    """Open the palette or the list of keys, in place of any other dialog."""
    close_why()
    close_talk()
    open_dialog(what)


def _dialog() -> None:
    st.dialog(tr("Find"), icon=":material/search:", on_dismiss=close_dialog)(_finds)()


def _finds() -> None:
    typed = st.text_input(
        tr("What are you looking for?"),
        key="palette-words",
        placeholder=tr("Page, person, place, town, run, memory, conversation"),
        label_visibility="collapsed",
        icon=":material/search:",
        live="400ms",
        max_chars=80,
    )
    words = " ".join(typed.split())
    groups = find(words)
    count = sum(len(some) for some in groups.values())
    with st.container(key="tw-palette", gap="small", height=420, border=False):
        for name, some in groups.items():
            _group(name, some)
        if not groups:
            plain(
                tr("No results for {words}. Try fewer or shorter words.", words=shorten(words, 40)),
                muted=True,
            )
    st.html(
        f'<div class="tw-asked tw-plain tw-small tw-muted" role="status" data-typed="{_hex(typed)}">'
        f"{tr('{n} found · ↑ ↓ to move, Enter to open, Esc to close', n=count)}</div>"
    )
    scripted("palette_walk", _WALK)(key="palette-walk")


def _hex(typed: str) -> str:
    """Return the typed text as UTF-16 in hexadecimal, so that even unprintable characters survive."""
    return typed.encode("utf-16-be", "surrogatepass").hex()


def _group(name: str, some: Sequence[Found]) -> None:
    plain(tr(name), muted=True, small=True)
    with st.container(key=f"tw-palette-{name.lower()}", gap=None):
        for number, one in enumerate(some):
            label = f"{escape_md(one.label)} :gray[:small[· {escape_md(one.note)}]]"
            if st.button(
                label, key=f"palette-{name}-{number}", icon=one.icon, type="tertiary", width="stretch"
            ):
                close_dialog()
                page, link = one.go()
                st.switch_page(page, query_params=dict(link) or None)
