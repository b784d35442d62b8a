"""The documentation that comes with Townwright, read for the help page."""

from __future__ import annotations

import functools
import importlib.metadata
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

_LABEL = re.compile(r"^\((?P<label>[\w-]+)\)=$")
_HEADING = re.compile(r"^(?P<level>##+) (?P<title>.+)$")
_TITLE = re.compile(r"^# (?P<title>.+)$", re.MULTILINE)
_LISTED = re.compile(r"^```\{toctree\}\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_FENCE = "```"
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?P<file>[\w./-]*?)(?:#(?P<anchor>[\w-]+))?\)")
_OUTSIDE = re.compile(r"[^\w\s-]")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a document: its title, the names by which links find it, and its Markdown."""

    title: str
    names: frozenset[str]
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the manual: its file's name without the ending, its title, and its sections.

    The first section is what stands before the first heading.
    """

    name: str
    title: str
    sections: tuple[Section, ...]

    def section(self, name: str) -> Section | None:
        """Return the section that a link names, or None."""
        return next((each for each in self.sections if name in each.names), None)


def manual(language: str) -> Mapping[str, Document]:
    """Return the documents by name, in the order of the table of contents.

    A document that is not translated is in English.
    """
    return _read(docs_folder(), language)


def is_translated(name: str, language: str) -> bool:
    """Return whether a document is written in a language."""
    return language == "en" or (docs_folder() / language / f"{name}.md").exists()


@functools.cache
def docs_folder() -> Path:
    """Return the folder of the documentation, of the checkout or of the installed wheel."""
    checkout = Path(__file__).resolve().parents[2] / "docs"
    if checkout.is_dir():
        return checkout
    files = importlib.metadata.files("townwright") or ()
    found = (Path(str(file.locate())) for file in files if file.parts[-2:] == ("docs", "studio.md"))
    return next(found).parent


@functools.lru_cache(maxsize=8)
def _read(folder: Path, language: str) -> dict[str, Document]:
    listed = _LISTED.findall((folder / "index.md").read_text("utf-8"))
    names = [line.strip() for body in listed for line in body.splitlines() if re.fullmatch(r"[\w-]+", line)]
    files = {name: folder / f"{name}.md" for name in names if (folder / f"{name}.md").exists()}
    found = {name: _document(name, file, frozenset(files)) for name, file in files.items()}
    own = {name: folder / language / f"{name}.md" for name in files}
    translated = {
        name: _document(name, file, frozenset(files)) for name, file in own.items() if file.exists()
    }
    return found | {name: _as_linked(each, found[name]) for name, each in translated.items()}


def _as_linked(translated: Document, english: Document) -> Document:
    """Return a translated document whose sections are also found by the names of the English ones."""
    sections = tuple(
        replace(section, names=section.names | other.names)
        for section, other in zip(translated.sections, english.sections, strict=True)
    )
    return replace(translated, sections=sections)


def _document(name: str, file: Path, known: frozenset[str]) -> Document:
    text = file.read_text("utf-8")
    title = _TITLE.search(text)
    return Document(
        name, title["title"] if title else name, tuple(_sections(_TITLE.sub("", text, count=1), name, known))
    )


def _sections(text: str, document: str, known: frozenset[str]) -> list[Section]:
    """Return the sections of a text without the labels of its headings, and with links to the help page."""
    found: list[tuple[str, set[str], list[str]]] = [("", set(), [])]
    label, in_code = "", False
    for line in text.strip().splitlines():
        in_code ^= line.startswith(_FENCE)
        labelled, heading = _LABEL.match(line), _HEADING.match(line)
        if labelled and not in_code:
            label = labelled["label"]
        elif heading and not in_code:
            names = {slug(heading["title"]), label} - {""}
            label = ""
            if heading["level"] == "##":
                found.append((heading["title"], names, []))
            else:  # a part of the section, found by its own name as well
                found[-1][1].update(names)
                found[-1][2].append(line)
        else:
            found[-1][2].append(line if in_code else _linked(line, document, known))
    return [Section(title, frozenset(names), "\n".join(lines).strip()) for title, names, lines in found]


def _linked(line: str, document: str, known: frozenset[str]) -> str:
    """Return a line with links between documents as links to the help page, and others to files as text."""

    def there(link: re.Match[str]) -> str:
        name = link["file"].removeprefix("../").removesuffix(".md") if link["file"] else document
        if name not in known:
            return link["text"]
        return f"[{link['text']}](help?doc={name}&topic={link['anchor'] or ''})"

    return _LINK.sub(there, line)


def slug(title: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return _OUTSIDE.sub("", title.lower()).strip().replace(" ", "-")
