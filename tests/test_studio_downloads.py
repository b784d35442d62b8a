"""Downloads: every form there is, offered only where it can be narrowed so, with a report once made."""

from __future__ import annotations

import threading

import pytest

from engine.api.exports import Report, run_exports
from engine.api.text import size_words
from engine.errors import BadInput
from engine.records import Line
from studio.runs.downloads import Narrowed, report_rows
from studio.runs.making import Making
from tests.studios import box, labels, lived, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


@pytest.fixture
def dialog(monkeypatch, town):
    """The dialog as it is opened on the stage."""

    def opened(name="stage", **link):
        return press(
            studio(monkeypatch, town.store.path.parent, name, run=town.row.id, **link),
            f"download-{town.number}",
        )

    return opened


def made(at, town, form):
    """Have a form made, however long it takes."""
    press(at, f"export-{form}-{town.number}")
    making = at.session_state["tw-page-download-making"][2]
    making.wait(60)
    well(at.run())
    return making


def offered(at) -> set[str]:
    return {way.name for way in run_exports().values() if way.title in labels(at)}


def test_every_form_there_is_stands_there_with_what_it_is_for(dialog):
    at = dialog()
    assert offered(at) == set(run_exports())
    said = words(at)
    assert all(way.about in said for way in run_exports().values())


@pytest.mark.soak
def test_a_file_is_made_with_its_report_and_can_be_saved(dialog, town):
    at = dialog()
    making = made(at, town, "ink")
    assert making.ending.content == b"".join(town.export("ink"))
    assert f"Save {town.row.id}.ink" in [one.proto.label for one in at.get("download_button")]
    shown = "\n".join(str(table.value.to_dict()) for table in at.table)
    assert "activities and observations between conversations" in shown
    assert "Kept" in shown
    assert "Left out" in shown


@pytest.mark.soak
def test_only_what_can_be_narrowed_so_is_offered_and_the_file_is_so_narrowed(dialog, town):
    at = dialog()
    box(at, "Person").set_value("isabel").run()
    assert offered(at) == {name for name, way in run_exports().items() if "agent" in way.narrows}
    assert "Cassette" in words(at)
    at.multiselect[0].set_value([1]).run()
    assert offered(at) == {name for name, way in run_exports().items() if {"agent", "days"} <= {*way.narrows}}
    making = made(at, town, "fountain")
    assert making.file_name == f"{town.row.id}-day-1-isabel.fountain"
    assert making.ending.content == b"".join(town.export("fountain", days=[1], agent="isabel"))


@pytest.mark.soak
def test_a_past_moment_ends_the_file_unless_the_whole_is_asked_for(dialog, town):
    at = dialog(at="720")
    assert "cassette" not in offered(at)
    making = made(at, town, "jsonl")
    assert making.ending.content == b"".join(town.export("jsonl", 720))
    assert making.file_name == f"{town.row.id}-until-day-1-1200.jsonl"
    at.toggle(key=f"download-until-{town.number}").set_value(False).run()
    assert offered(at) == set(run_exports())


def test_the_pins_are_taken_away_from_their_page(dialog, town):
    line = next(iter(town.at().log.rows(Line)))
    town.pins.add(line.id)
    at = dialog("pins")
    assert offered(at) == {name for name, way in run_exports().items() if "pins" in way.narrows}
    making = made(at, town, "lines-csv")
    assert making.ending.content == b"".join(town.export("lines-csv", pins=True))
    assert making.file_name == f"{town.row.id}-pins.lines.csv"


@pytest.mark.soak
def test_the_file_of_other_wishes_is_not_shown_for_these(dialog, town):
    at = dialog()
    made(at, town, "ink")
    box(at, "Person").set_value("isabel").run()
    assert not at.get("download_button")


class Slow:
    """Pieces that come when they are let; the first is there at once."""

    report = Report()

    def __init__(self) -> None:
        self.let = threading.Event()
        self.given = 0

    def __iter__(self):
        return self

    def __next__(self) -> bytes:
        if self.given and not self.let.wait(30):
            raise StopIteration
        self.given += 1
        if self.given > 3:
            raise StopIteration
        return b"piece"


def test_a_file_that_is_stopped_is_not_kept_and_says_so():
    slow = Slow()
    making = Making(lambda: slow, "slow.txt")
    making.wait(0.05)
    assert making.is_going_on
    making.stop()
    slow.let.set()
    making.wait(30)
    assert not making.is_going_on
    assert making.ending == "The export was stopped, and nothing was saved."
    assert slow.given == 2


def test_a_file_left_alone_becomes_whole():
    slow = Slow()
    slow.let.set()
    making = Making(lambda: slow, "slow.txt")
    making.wait(30)
    assert making.ending.content == b"piece" * 3


def test_what_cannot_be_made_says_why():
    def refuse():
        raise BadInput("nothing is pinned in this run")

    making = Making(refuse, "x")
    making.wait(30)
    assert making.ending == "nothing is pinned in this run"


@pytest.mark.nightly
def test_whatever_suits_the_wishes_is_taken_by_the_engine(town):
    town.pins.add(next(iter(town.at().log.rows(Line))).id)
    for way in run_exports().values():
        for of in (Narrowed(days=(1,)), Narrowed(agent="isabel"), Narrowed(pins=True), Narrowed(until=700)):
            pieces = lambda way=way, of=of: town.export(  # noqa: E731
                way.name, of.until, days=of.days, agent=of.agent, pins=of.pins
            )
            if of.suits(way):
                assert next(pieces(), b"") is not None
            else:
                with pytest.raises(BadInput):
                    pieces()


def test_sizes_and_reports_are_said_in_words():
    assert [size_words(count) for count in (640, 12_345, 3_400_000)] == ["640 bytes", "12 KB", "3.4 MB"]
    assert report_rows(Report()) == []
