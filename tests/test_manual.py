"""The documentation on the help page: its sections, its links, and the section of each page."""

from __future__ import annotations

import re

import pytest

from studio.catalogue.read import LANGUAGES
from studio.learn.manual import docs_folder, is_translated, manual
from studio.pages import PAGES, tabs_of, titled
from tests.studios import studio, words

LINK = re.compile(r"\]\(help\?doc=([\w-]+)&topic=([\w-]*)\)")
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
EVERY = [page for group in PAGES.values() for page in group]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_studio_has_a_section(language):
    reference = manual(language)["studio"]
    missing = [page.name for page in EVERY if reference.section(f"page-{page.name}") is None]
    assert missing == []
    assert is_translated("studio", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_between_documents_leads_somewhere(language):
    documents = manual(language)
    links = [
        (document.name, *link)
        for document in documents.values() for section in document.sections
        for link in LINK.findall(section.text)
    ]  # fmt: skip
    assert len(links) > 50
    broken = [
        link for link in links
        if link[1] not in documents or (link[2] and documents[link[1]].section(link[2]) is None)
    ]  # fmt: skip
    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_or_link_to_a_file_is_left_in_a_text(language):
    for document in manual(language).values():
        for section in document.sections:
            assert not re.search(r"^\([\w-]+\)=$|\]\([\w./-]+\.md", section.text, re.MULTILINE), section.title
            for image in IMAGE.findall(section.text):
                assert (docs_folder() / image.removeprefix("../")).exists(), image


def test_the_menu_has_a_dozen_entries_and_every_other_page_is_a_tab():
    entries = [page for page in EVERY if page.listed and not page.within]
    assert len(entries) <= 12
    assert all(page in tabs_of(page) for page in EVERY if page.within)
    assert titled("Reflections").entry == "mind"


def test_help_opens_at_the_section_of_a_page_and_shows_a_whole_document(monkeypatch, tmp_path):
    at = studio(monkeypatch, tmp_path, "help", topic="page-mind")
    assert [each.value for each in at.subheader] == ["Mind"]
    at.selectbox(key="help-topic-studio").select_index(0).run()
    assert {"Scenarios", "Mind", "Help"} <= {each.value for each in at.subheader}


def test_help_in_chinese_says_where_a_document_is_in_english_only(monkeypatch, tmp_path):
    at = studio(monkeypatch, tmp_path, "help", lang="zh", topic="page-mind")
    assert "只有英文版" not in words(at)
    at = studio(monkeypatch, tmp_path, "help", lang="zh", doc="models")
    assert "只有英文版" in words(at)
