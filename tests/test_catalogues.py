"""The studio in other languages: every text is found, translated whole, and said in the reader's own."""

import ast
import re
import string
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from engine.language.languages import about, languages
from studio.catalogue.read import ENGLISH, LANGUAGES, catalogue
from studio.catalogue.tr import tr, tr_n
from studio.frame.towns import WRITTEN_IN
from tests.catalogues import CATALOGUES, STUDIO, catalogue_of, said_by, texts
from tests.uncatalogued import uncatalogued

pytestmark = pytest.mark.soak

OTHERS = sorted(set(LANGUAGES) - {ENGLISH})
ROOMS = sorted(file.stem for file in (CATALOGUES / "zh").glob("*.po"))
MODULES = sorted(STUDIO.rglob("*.py"))
HAN = re.compile(r"[\u4e00-\u9fff]")


def entries(language):
    return [(room, entry) for room in ROOMS for entry in catalogue_of(language, room)]


def said(entry):
    """What an entry says in its language, for each number."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def places(text):
    """The values that a text has places for, by name, whatever is done with them there."""
    named = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    return {re.split(r"[.\[]", name)[0] for name in named}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", ROOMS)
def test_a_catalogue_has_what_its_room_says_and_nothing_else(language, room):
    held = [said_by(entry) for entry in catalogue_of(language, room)]
    assert held == list(texts()[room]), "bring the catalogues in step: python -m tests.catalogues"


@pytest.mark.parametrize("language", OTHERS)
def test_there_is_no_catalogue_of_a_room_that_is_gone(language):
    assert {file.stem for file in (CATALOGUES / language).glob("*.po")} == set(texts())


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language):
    waiting = [(room, entry.msgid) for room, entry in entries(language) if not all(said(entry))]
    assert waiting == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_places_as_its_text(language):
    wrong = [
        (room, entry.msgid, one)
        for room, entry in entries(language)
        for one in said(entry)
        if places(one) - {"n"} != (places(entry.msgid) | places(entry.msgid_plural)) - {"n"}
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_text_is_translated_alike_in_every_room(language):
    ways = defaultdict(set)
    for _, entry in entries(language):
        ways[said_by(entry)].add(tuple(said(entry)))
    assert {text: found for text, found in ways.items() if len(found) > 1} == {}


def test_a_chinese_text_is_in_chinese():
    """What has words in English has them in Chinese: names, keys and units alone stand in both."""
    left = []
    for room, entry in entries("zh"):
        for one in said(entry):
            letters = re.sub(r"\{[^}]*\}|:material/\w+:|`[^`]*`", "", one)
            if len(re.findall(r"[A-Za-z]*[a-z]{2,}", letters)) > 1 and not HAN.search(letters):
                left.append((room, one))
    assert left == []


def calls(name):
    """Every call of a translating function in the studio, with its module and whether it is in a function."""
    for file in MODULES:
        text = file.read_text("utf-8")
        if f"{name}(" not in text:
            continue
        module = ast.parse(text)
        inside = {
            id(node)
            for one in ast.walk(module)
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for node in ast.walk(one)
        }
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield f"{file.relative_to(STUDIO)}:{node.lineno}", node, id(node) in inside


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["tr", "tr_n", "tr_in", "marked"])
def test_a_text_that_is_translated_is_written_where_the_catalogue_finds_it(name):
    """A text that is put together, or chosen, within the call is in no catalogue."""
    texts_of = {"tr": 1, "marked": 1, "tr_n": 2, "tr_in": 2}[name]
    fits = ast.Constant if name != "tr" else (ast.Constant, ast.Name, ast.Attribute, ast.Subscript)
    lost = [
        where
        for where, call, _ in calls(name)
        if not all(isinstance(one, fits) for one in call.args[:texts_of])
    ]
    assert lost == []


@pytest.mark.parametrize("name", ["tr", "tr_n", "tr_in"])
def test_nothing_is_translated_before_somebody_reads_it(name):
    """A module is read once, for all readers: what it says there would be in the first one's language."""
    assert [where for where, _, inside in calls(name) if not inside] == []


def test_every_message_that_a_person_may_read_is_in_a_catalogue():
    assert uncatalogued() == {}, "put these words into `worded(...)`"


PLANTED = """
from engine.errors import BadInput, worded

_TABLE = {1: "the disk is full"}
_FINE = worded("open the file again")


class Problem:
    code: str
    message: str
    remedy: str


def opened(path: str, kind: int) -> None:
    raise BadInput(f"{path} cannot be opened")


def read(path: str, kind: int) -> Problem:
    said = _nothing(path) or "and nothing else"
    refuse("choose another file")
    if kind:
        raise BadInput(worded("cannot be read: {why}; {remedy}", why=_TABLE[kind], remedy=_FINE))
    return Problem("TW001", said, worded("write {what}", what="something in it"))


def _nothing(path: str) -> str:
    return f"{path!r} holds no words"


def refuse(remedy: str) -> None:
    raise BadInput(worded("this cannot be used; {remedy}", remedy=remedy))
"""


def test_words_outside_a_catalogue_are_found_wherever_they_come_from(tmp_path):
    """In an f-string, a table, a variable, a function's result, an argument, or a value of another text."""
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "errors.py").write_text(
        "class TownwrightError(Exception): ...\n"
        "class BadInput(TownwrightError): ...\n"
        "def worded(pattern, /, **values): ...\n"
    )
    (tmp_path / "engine" / "files.py").write_text(PLANTED)
    assert sorted(uncatalogued(tmp_path).values()) == [
        "and nothing else",
        "choose another file",
        "something in it",
        "the disk is full",
        "{} cannot be opened",
        "{} holds no words",
    ]


def test_english_needs_no_catalogue_and_is_said_as_it_is_written():
    assert tr("Saved {name} as v{version}", name="{x}", version=3) == "Saved {x} as v3"
    assert tr("a {brace} with no value") == "a {brace} with no value"
    assert [tr_n("{n} day", "{n} days", n) for n in (0, 1, 2)] == ["0 days", "1 day", "2 days"]


def test_a_text_that_a_catalogue_lacks_stays_english():
    assert catalogue("zh").gettext("Nobody has written this") == "Nobody has written this"
    assert catalogue("zh").gettext("Settings") == "设置"
    assert catalogue("zh").ngettext("{n} run", "{n} runs", 1) == catalogue("zh").ngettext(
        "{n} run", "{n} runs", 5
    )


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_of_the_field_is_explained_in_every_language(language):
    words = STUDIO / "words"
    english = tomllib.loads((words / "words.toml").read_text("utf-8"))
    translated = tomllib.loads((words / f"words_{language}.toml").read_text("utf-8"))
    assert list(translated) == list(english)
    for name, one in english.items():
        assert set(translated[name]) - {"also"} == set(one) & {"word", "group", "plain", "formula"}, name


def test_a_catalogue_lies_in_every_language_that_the_switch_offers():
    assert {folder.name for folder in Path(CATALOGUES).iterdir() if list(folder.glob("*.po"))} == set(OTHERS)


def test_every_language_in_which_a_town_can_be_written_has_its_name_in_every_language_of_the_studio():
    assert {about(tag).name for tag in languages()} == set(WRITTEN_IN)
