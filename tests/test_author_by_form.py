"""An author states a town of five by the forms alone, lives it, and sees on Threads what came of each."""

from __future__ import annotations

import pytest

from engine.api.scenarios import said_in
from engine.api.workspace import open_workspace
from engine.api.writing.edits import Remove, SetField
from engine.clock import parse_moment
from engine.records import Line, Presence
from tests.studios import press, studio, well, words

pytestmark = [pytest.mark.slow, pytest.mark.soak]
TOWN = "square"
BY_THE_FORM = {
    "ben": {
        "kind": "meeting", "with": ["dev"], "where": "Square", "at": "day 2 10:00",
        "what": "look at the lamp",
    },
    "cleo": {"kind": "message", "to": ["eve"], "by": "day 1 18:00", "what": "the fountain will be drained"},
    "dev": {
        "kind": "occasion", "what": "card evening", "with": ["everybody"], "except": ["ben"],
        "where": "West House/kitchen", "at": "day 2 19:30",
    },
    "eve": {"kind": "request", "to": ["cleo"], "by": "day 2 18:00", "what": "an umbrella"},
    "ada": {"kind": "secret", "kept_from": ["everybody"], "except": ["ben"], "what": "the cake is bought"},
}  # fmt: skip
VOTE = {
    "kind": "vote", "what": "the vote on the lamp", "question": "What becomes of the lamp?",
    "options": ["mend it", "leave it"], "where": "Square", "at": "day 3 12:00-12:30",
}  # fmt: skip


@pytest.fixture
def workspace(tmp_path):
    """The smallest of the bundled towns, in which nobody means to do anything yet."""
    with open_workspace(tmp_path) as opened:
        opened.scenarios.new_from_template(TOWN, "empty-square")
        for file in opened.scenarios.files(TOWN):
            for edit in nothing_meant(file, said_in(opened.scenarios.files(TOWN)[file], file)):
                opened.scenarios.edits.make(TOWN, edit)
        yield opened


def nothing_meant(file, says):
    """The edits by which a file says nothing of what anybody means to do."""
    if file == "town.yaml":
        yield Remove(file=file, path=("facts",))
    if file.startswith("personas/"):
        yield SetField(
            file=file, path=("seed",), value=[f"{says['name']} has lived by the Square for years."]
        )
        yield from (Remove(file=file, path=(key,)) for key in ("intends", "currently") if key in says)


def fill_in(at, path, fields):
    """Fill in the fields of the entry at a path of a form, as they are drawn for its kind."""
    for name, value in fields.items():
        key = f"form-{TOWN}-{path}/{name}"
        kinds = (at.selectbox, at.multiselect, at.text_input)
        (field,) = [field for shown in kinds for field in shown if field.key == key]
        well(field.set_value(value).run())


def in_the_form(at, page, way):
    at.segmented_control(key=f"{page}-way-{TOWN}-Card").set_value(way).run()
    return well(at)


def test_a_meeting_a_message_an_occasion_a_request_a_secret_and_a_vote_by_the_form(
    monkeypatch, tmp_path, workspace
):
    for agent, fields in BY_THE_FORM.items():
        at = in_the_form(
            studio(monkeypatch, tmp_path, "personas", town=TOWN, agent=agent), "personas", "Form"
        )
        press(at, f"form-{TOWN}-personas/{agent}.yaml-intends-add")
        fill_in(at, f"personas/{agent}.yaml-intends/0", fields)
    at = studio(monkeypatch, tmp_path, "world", town=TOWN)
    well(at.segmented_control(key=f"world-file-{TOWN}").set_value("town.yaml").run())
    press(in_the_form(at, "world", "Form"), f"form-{TOWN}-town.yaml-events-add")
    fill_in(at, "town.yaml-events/0", VOTE)

    workspace.scenarios.save(TOWN, workspace.scenarios.drafts.files(TOWN))
    assert workspace.scenarios.checked(TOWN).problems == ()
    run = workspace.runs.new(TOWN, seed=3)
    run.live("day 4 06:00")

    came = {thread.kind: thread for thread in run.threads()}
    states = {kind: thread.state for kind, thread in came.items()}
    assert states["meeting"] == states["message"] == states["occasion"] == states["vote"] == "done"
    assert states["secret"] == "kept_to"
    assert states["request"] in ("agreed", "done", "failed")
    assert came["request"].reason, "granted or not, it says so"
    assert ben_was_left_out(run)
    page = words(studio(monkeypatch, tmp_path, "threads", run=run.row.id))
    assert all(thread.reason in page for thread in came.values())


def ben_was_left_out(run):
    """Whether Dev told Ben nothing of the card evening, and Ben was elsewhere."""
    begins, ends = parse_moment("day 2 19:30"), parse_moment("day 2 21:30")
    rows = list(run.at().log.entries())
    told = [row for row in rows if isinstance(row, Line) and row.speaker == "dev" and "ben" in row.hearers]
    there = [
        row
        for row in rows
        if isinstance(row, Presence) and row.agent == "ben" and begins <= row.minute <= ends and row.inside
    ]
    asked = [line for line in told if "card evening" in line.text]
    return not asked and all(row.room != "West House/kitchen" for row in there)
