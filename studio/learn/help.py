"""Help: the documentation, without a network; the help button of a page opens the section about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import streamlit as st

from studio import session
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import reads, tr
from studio.frame.head import open_page
from studio.learn.manual import Document, Section, docs_folder, is_translated, manual, slug

WIDTH = 760
FIRST = "studio"  # the document that opens
_IMAGE = re.compile(r"^!\[(?P<alt>[^\]]*)\]\((?:\.\./)?(?P<file>[\w-][\w.-]*)\)$", re.MULTILINE)


def page() -> None:
    """Draw the choice of a document and a section, and what stands there."""
    open_page(marked("Help"), lead=tr("The documentation of Townwright, offline."), about="workspace")
    documents = manual(reads())
    asked = session.linked("doc") or FIRST
    document = _chosen(documents[asked if asked in documents else FIRST], documents)
    if not is_translated(document.name, reads()):
        plain(tr("This document is available in English only."), muted=True, small=True)
    section = _section(document)
    with st.container(width=WIDTH, key="tw-help"):
        for each in [section] if section is not None else document.sections:
            _draw(each)


def _chosen(current: Document, documents: Mapping[str, Document]) -> Document:
    """Draw the choice of a document, kept in the address line; return it."""
    titles = {name: document.title for name, document in documents.items()}
    chosen = _choice(tr("Document"), titles, current.name, key=f"help-doc-{current.name}")
    if chosen != current.name:
        session.link("doc", chosen)
        session.link("topic", None)
    return documents[chosen]


def _section(document: Document) -> Section | None:
    """Draw the choice of a section of a document; return it, or None for all of them."""
    titles = {slug(section.title): section.title for section in document.sections if section.title}
    current = document.section(session.linked("topic") or "")
    here = slug(current.title) if current is not None else ""
    options = {"": tr("All chapters"), **titles}
    chosen = _choice(tr("Chapter"), options, here, key=f"help-topic-{document.name}")
    session.link("topic", chosen or None)
    return document.section(chosen)


def _choice(label: str, options: Mapping[str, str], current: str, *, key: str) -> str:
    """Draw a choice of labels by value; return the chosen value."""
    return st.selectbox(
        label,
        list(options),
        index=list(options).index(current),
        format_func=lambda each: options.get(each, each),
        key=key,
        width=360,
    )


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
