"""The Pins page: what was pinned anywhere is a card there, to be tagged, noted, ordered and taken away."""

from __future__ import annotations

import pytest

from engine.records import Line
from studio.pins.pin_cards import pin_rows
from tests.studios import lived, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


@pytest.fixture
def lines(town):
    return list(town.at().log.rows(Line))[:3]


def page(monkeypatch, town, name="pins", **link):
    return studio(monkeypatch, town.store.path.parent, name, **link)


def test_before_anything_is_pinned_it_says_how_to(monkeypatch, town):
    assert "No pins yet" in words(page(monkeypatch, town))


@pytest.mark.soak
def test_what_is_explained_can_be_pinned_and_is_a_card_then(monkeypatch, town):
    at = page(monkeypatch, town, "news", news="lantern-party")
    known = town.story().follow("lantern-party").by_agent["yuna"]
    press(at, f"why-quiet-knows-yuna-{known.id}")
    press(at, f"pin-{known.id}-False")
    assert [pin.row for pin in town.pins.all()] == [known.id]
    assert "lantern party" in words(page(monkeypatch, town))
    press(at, f"pin-{known.id}-True")
    assert town.pins.all() == ()


def test_cards_are_moved_tagged_noted_and_taken_out(monkeypatch, town, lines):
    for line in lines:
        town.pins.add(line.id)
    at = page(monkeypatch, town)
    press(at, f"pin-down-{lines[0].id}")
    assert [pin.row for pin in town.pins.all()] == [lines[1].id, lines[0].id, lines[2].id]
    at.text_input(key=f"pin-tag-{lines[1].id}").set_value("gold")
    at.text_area(key=f"pin-note-{lines[1].id}").set_value("keep this")
    next(one for one in at.button if one.form_id == f"about-{lines[1].id}").click().run()
    well(at)
    assert next((pin.tag, pin.note) for pin in town.pins.all()) == ("gold", "keep this")
    press(at, f"unpin-{lines[2].id}")
    assert len(town.pins.all()) == 2


def test_a_tag_chooses_and_is_in_the_address(monkeypatch, town, lines):
    town.pins.add(lines[0].id, tag="gold")
    town.pins.add(lines[1].id)
    said = words(page(monkeypatch, town, tag="gold"))
    assert "1 pin shown, 2 in total." in said


def test_what_people_write_of_pins_is_shown_as_text(monkeypatch, town, lines):
    town.pins.add(lines[0].id, tag="<b>x</b>", note="<img src=x onerror=alert(1)> ![x](https://evil.example)")
    at = page(monkeypatch, town)
    assert "<img" not in words(at)
    assert not any("](https" in one.value for one in at.markdown)


def test_the_table_has_every_pin_with_an_id_that_leads_back(town, lines):
    for line in lines:
        town.pins.add(line.id, tag="gold")
    rows = pin_rows(town, town.pins.all())
    assert [row["content"] for row in rows] == [line.text for line in lines]
    assert all(town.why(int(str(row["id"]))) for row in rows)
