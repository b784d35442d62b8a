"""Help: the documentation, without a network; the help button of a page opens the section about it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import streamlit as st

from studio import session
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import reads, tr
from studio.frame.head import open_page
from studio.learn.manual import Document, Section, docs_folder, is_translated, manual, slug

WIDTH = 760
FIRST = "studio"  # the document that opens
_IMAGE = re.compile(r"^!\[(?P<alt>[^\]]*)\]\((?P<file>[\w.-]+)\)$", re.MULTILINE)


def page() -> None:
    """Draw the choice of a document and a section, and what stands there."""
    open_page(marked("Help"), lead=tr("The documentation of Townwright, offline."), about="workspace")
    documents = manual(reads())
    asked = session.linked("doc") or FIRST
    document = _chosen(documents[asked if asked in documents else FIRST], list(documents.values()))
    if not is_translated(document.name, reads()):
        plain(tr("This document is available in English only."), muted=True, small=True)
    section = _section(document)
    with st.container(width=WIDTH, key="tw-help"):
        for each in [section] if section is not None else document.sections:
            _draw(each)


def _chosen(current: Document, documents: list[Document]) -> Document:
    """Draw the choice of a document, kept in the address line; return it."""
    chosen: Document = st.selectbox(
        tr("Document"),
        documents,
        index=documents.index(current),
        format_func=lambda each: each.title,
        key=f"help-doc-{current.name}",
        width=360,
    )
    if chosen != current:
        session.link("doc", chosen.name)
        session.link("topic", None)
    return chosen


def _section(document: Document) -> Section | None:
    """Draw the choice of a section of a document; return it, or None for all of them."""
    titled = [section for section in document.sections if section.title]
    current = document.section(session.linked("topic") or "")
    if not titled:
        return None
    chosen = st.selectbox(
        tr("Section"),
        titled,
        index=titled.index(current) if current in titled else None,
        format_func=lambda each: each.title,
        placeholder=tr("All sections"),
        key=f"help-topic-{document.name}",
        width=360,
    )
    session.link("topic", slug(chosen.title) if chosen is not None else None)
    return chosen


def _draw(section: Section) -> None:
    if section.title:
        st.subheader(section.title, anchor=False)
    for text, image in _parts(section.text):
        if text:
            st.markdown(text)
        if image is not None and (docs_folder() / image["file"]).exists():
            st.image(str(docs_folder() / image["file"]), caption=image["alt"])


def _parts(text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Yield the text before each image, and the image; at last the rest and None."""
    at = 0
    for image in _IMAGE.finditer(text):
        yield text[at : image.start()].strip(), image
        at = image.end()
    yield text[at:].strip(), None


page()
