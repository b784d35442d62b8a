"""Cassettes: a run as one file, opened elsewhere without a key, and trusted in nothing."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json

import numpy as np
import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.clock import DAY
from engine.errors import BadInput, DayPaused, ModelFailed
from engine.export.cassette import SUFFIX, lines, record_cassette
from engine.models.profiles import Keys, Profile
from engine.store.answers.recorded import kept_answer
from tests.chaos import FAULTS

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
KEY = "sk-canary-51b7d0"
MORNING = 11 * 60
QUESTION = "What are you up to today?"


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("there") / "ws") as workspace:
        run = workspace.runs.new(TOWN, name="Cats")
        run.live(DAY, concurrency=8)
        yield run


@pytest.fixture(scope="module")
def recorded(rehearsed):
    return b"".join(record_cassette(rehearsed))


@pytest.fixture
def elsewhere(tmp_path):
    with open_workspace(tmp_path / "elsewhere", keys=Keys({}, {})) as workspace:
        yield workspace


@pytest.fixture
def served(tmp_path, chaos):
    with open_workspace(tmp_path / "there", keys=Keys({}, {"CANARY": KEY})) as workspace:
        workspace.models.keep(
            Profile(
                name="salad", base_url=chaos.base_url, model="salad", key_variable="CANARY", concurrency=8
            )
        )
        run = workspace.runs.new(TOWN, model="salad")
        run.live(MORNING, concurrency=8)
        yield run


def meaning_profile(chaos):
    return Profile(
        name="m", base_url=chaos.base_url, model="salad", embeddings="salad-vectors", concurrency=8
    )


@pytest.fixture
def meaning(tmp_path, chaos):
    with open_workspace(tmp_path / "meaning", keys=Keys({}, {})) as workspace:
        workspace.models.keep(meaning_profile(chaos))
        run = workspace.runs.new(TOWN, model="m")
        run.live(MORNING, concurrency=8)
        yield run


def opened(workspace, cassette, name=""):
    return workspace.runs.open_cassette(io.BytesIO(cassette), name)


@pytest.mark.soak
def test_a_cassette_opens_as_the_same_run_and_records_to_the_same_bytes(elsewhere, rehearsed, recorded):
    run = opened(elsewhere, recorded)
    assert run.at().fingerprint == rehearsed.at().fingerprint
    assert (run.row.name, run.row.seed, run.clock) == ("Cats", rehearsed.row.seed, rehearsed.clock)
    assert (
        run.at().memories("nell", kinds=["reflection"]).items
        == rehearsed.at().memories("nell", kinds=["reflection"]).items
    )
    assert b"".join(record_cassette(run)) == recorded
    assert opened(elsewhere, recorded, "Other cats").row.name == "Other cats"


@pytest.mark.nightly
def test_a_town_that_was_rehearsed_lives_on_as_it_would_have_there(elsewhere, rehearsed, recorded):
    run = opened(elsewhere, recorded)
    run.live(DAY + MORNING)
    fork = rehearsed.fork()
    fork.live(DAY + MORNING)
    assert run.at().fingerprint == fork.at().fingerprint


@pytest.mark.nightly
def test_a_fork_is_recorded_with_the_past_it_shares(elsewhere, rehearsed):
    fork = rehearsed.fork(MORNING, "Forked")
    fork.live(MORNING + 120)
    run = opened(elsewhere, b"".join(record_cassette(fork)))
    assert run.row.parent is None
    assert run.at().fingerprint == fork.at().fingerprint


@pytest.mark.nightly
def test_everything_asked_is_still_answered_where_there_is_no_key(served, elsewhere, chaos):
    said = served.at().ask("nell", QUESTION).text
    cassette = b"".join(record_cassette(served))
    before = chaos.hits.total()
    run = opened(elsewhere, cassette)
    assert run.at().fingerprint == served.at().fingerprint
    assert run.at().ask("nell", QUESTION).text == said
    again = run.fork(0, "Again")
    again.live(MORNING, concurrency=8)
    assert again.at().fingerprint == served.at().fingerprint
    assert chaos.hits.total() == before


@pytest.mark.nightly
def test_what_nobody_asked_is_said_to_be_so_with_what_to_do(served, elsewhere):
    run = opened(elsewhere, b"".join(record_cassette(served)))
    with pytest.raises(ModelFailed, match=r"Nell Hartley was not asked this, .* fork the run with another"):
        run.at().ask("nell", "And tomorrow?")
    with pytest.raises(DayPaused, match="the recording may end earlier") as paused:
        run.live(DAY)
    assert "+You are" in paused.value.details
    assert run.at(MORNING).fingerprint == served.at(MORNING).fingerprint
    on = run.fork(model="rehearsal")
    on.live(DAY)
    assert on.clock >= DAY


@pytest.mark.soak
def test_no_key_is_in_a_cassette(served):
    cassette = b"".join(record_cassette(served))
    assert KEY.encode() not in gzip.decompress(cassette)


@pytest.mark.nightly
def test_what_came_with_a_cassette_answers_nobody_elses_questions(served, elsewhere):
    run = opened(elsewhere, b"".join(record_cassette(served)))
    keys = [call.key for call in run.at().log.calls(limit=1_000).items]
    assert keys
    assert not any(kept_answer(elsewhere.store, (), key) for key in keys)

    # ---- memories found by meaning
    for on in (run.fork(0), elsewhere.runs.new(TOWN, model=f"replay:{run.row.id}", seed=run.row.seed)):
        on.live(MORNING)
        assert on.at(MORNING).fingerprint == run.at(MORNING).fingerprint
        assert not any(kept_answer(elsewhere.store, (), key) for key in keys)


@pytest.mark.soak
def test_a_turn_of_more_rows_than_there_can_be_is_refused(elsewhere, recorded, monkeypatch):
    monkeypatch.setattr("engine.export.cassette.open.MOST_ROWS", 10)
    with pytest.raises(BadInput, match="a turn with too many rows"):
        opened(elsewhere, recorded)


@pytest.mark.nightly
def test_a_cassette_carries_the_vectors_that_its_run_needs_and_no_others(meaning, elsewhere, chaos):
    said = meaning.at().ask("nell", QUESTION).text
    other = meaning.fork()
    other.at().ask("otto", "Of what does nobody else speak?")
    cassette = b"".join(record_cassette(meaning))
    wanted = {row["text"] for row in _rows(cassette) if row["type"] == "memory"}
    wanted |= {row["query"] for row in _rows(cassette) if row["type"] == "recall"}
    hashes = {hashlib.sha256(text.encode()).hexdigest() for text in wanted | {QUESTION}}
    assert {row["hash"] for row in _rows(cassette) if row["type"] == "vector"} <= hashes
    before = chaos.hits.total()
    run = opened(elsewhere, cassette)
    assert _rows(b"".join(record_cassette(run)))[1:] == _rows(cassette)[1:]
    assert run.at().ask("nell", QUESTION).text == said
    again = run.fork(0, "Again")
    again.live(MORNING, concurrency=30)
    assert again.at().fingerprint == meaning.at().fingerprint
    assert chaos.hits.total() == before
    with pytest.raises(ModelFailed, match="was not asked this when the run was recorded"):
        run.at().ask("nell", "And tomorrow?")


@pytest.mark.nightly
def test_vectors_that_came_with_a_cassette_are_nobody_elses(meaning, elsewhere, chaos):
    opened(elsewhere, b"".join(record_cassette(meaning)))
    assert elsewhere.store.select("SELECT count(*) FROM vector") == [(0,)]
    assert elsewhere.store.select("SELECT count(*) > 20 FROM recorded_vector") == [(1,)]


@pytest.mark.nightly
def test_a_fork_goes_on_with_the_vectors_that_came_if_its_own_are_like_them(
    meaning, elsewhere, chaos, monkeypatch
):
    came = opened(elsewhere, b"".join(record_cassette(meaning)))
    elsewhere.models.keep(meaning_profile(chaos))
    chaos.asked.clear()
    came.fork(model="m").live(came.clock + 120)
    asked = {text for path, _, body in chaos.asked if path.endswith("/embeddings") for text in body["input"]}
    assert asked
    with_it = {name for (name,) in elsewhere.store.select("SELECT hash FROM recorded_vector")}
    assert with_it
    assert not with_it & {hashlib.sha256(text.encode()).hexdigest() for text in asked}
    monkeypatch.setitem(FAULTS, "salad-vectors", FAULTS["longer-vectors"])
    with elsewhere.store.write() as db:
        db.execute("DELETE FROM vector")
    other = came.fork(model="m")
    with pytest.raises(DayPaused, match="do not match those recorded with the run"):
        other.live(came.clock + 120)


def test_a_run_without_embeddings_has_a_cassette_as_before(recorded):
    rows = _rows(recorded)
    assert "embedded" not in rows[0]
    assert not [row for row in rows if row["type"] == "vector"]


def _floats(*values):
    return base64.b64encode(np.array(values, dtype="<f4").tobytes()).decode()


BAD_VECTORS = {
    "no base64": ({"body": "not base64!"}, "not a list of numbers"),
    "a number": ({"body": 7}, "not a list of numbers"),
    "nothing": ({"body": ""}, "not a list of numbers"),
    "half a number": ({"body": base64.b64encode(b"12345").decode()}, "not a list of numbers"),
    "too many numbers": ({"body": _floats(*[0.01] * 9_000)}, "not a list of numbers"),
    "no number": ({"body": _floats(*[float("nan")] * 32)}, "its length is not 1"),
    "infinite": ({"body": _floats(*[float("inf")] * 32)}, "its length is not 1"),
    "zeros": ({"body": _floats(*[0.0] * 32)}, "its length is not 1"),
    "too long": ({"body": _floats(1.01, *[0.0] * 31)}, "its length is not 1"),
    "of another length": ({"body": _floats(1.0, 0.0)}, "of different lengths"),
    "no hash": ({"hash": "f00"}, "without the hash of its text"),
    "another model": ({"model": "stranger"}, "that is not in its header"),
    "no model": ({"model": None}, "that is not in its header"),
}


@pytest.fixture(scope="module")
def with_vectors(tmp_path_factory, chaos):
    with open_workspace(tmp_path_factory.mktemp("vectors") / "ws", keys=Keys({}, {})) as workspace:
        workspace.models.keep(meaning_profile(chaos))
        run = workspace.runs.new(TOWN, model="m")
        run.live(7 * 60, concurrency=8)
        yield b"".join(record_cassette(run))


@pytest.mark.nightly
@pytest.mark.parametrize("case", BAD_VECTORS)
def test_a_vector_that_cannot_be_one_is_refused_and_nothing_stays(elsewhere, with_vectors, case):
    values, said = BAD_VECTORS[case]
    with pytest.raises(BadInput, match=said):
        opened(elsewhere, _changed(with_vectors, "vector", lambda row: row.update(values)))
    assert not elsewhere.runs.all()
    assert elsewhere.store.select("SELECT count(*) FROM recorded_vector") == [(0,)]


@pytest.mark.parametrize(
    "said", [7, [[0]], [[0, 7]], [[-1, "m"]], [["0", "m"]], [[5, "m"], [5, "n"]], [[0, "m" * 2_101]], [7]]
)
def test_how_memories_were_found_has_to_be_said_properly(elsewhere, with_vectors, said):
    with pytest.raises(BadInput, match="no valid 'embedded'"):
        opened(elsewhere, _changed(with_vectors, "header", lambda row: row.update(embedded=said)))


@pytest.mark.nightly
def test_a_town_of_the_same_name_is_left_as_it_is(elsewhere, recorded):
    elsewhere.scenarios.add_bundled(TOWN)
    mine = {**elsewhere.scenarios.files(TOWN)}
    mine["town.yaml"] += "\n# mine\n"
    elsewhere.scenarios.save(TOWN, mine)
    newest = elsewhere.scenarios.versions(TOWN)[0]
    assert opened(elsewhere, recorded).row.scenario == TOWN, "an earlier version of it is the same town"
    other = _changed(recorded, "file", lambda row: row.update(text=row["text"] + "\n# theirs\n"))
    assert opened(elsewhere, other).row.scenario == f"{TOWN}-2"
    assert elsewhere.scenarios.versions(TOWN)[0] == newest


def _rows(cassette):
    return [json.loads(line) for line in gzip.decompress(cassette).splitlines()]


def _packed(rows, *, honest=True):
    written = [json.dumps(row).encode() + b"\n" for row in rows]
    if honest:
        total = hashlib.sha256(b"".join(written[1:-1])).hexdigest()
        written[-1] = json.dumps({"type": "end", "lines": len(written) - 2, "sha256": total}).encode() + b"\n"
    return gzip.compress(b"".join(written))


def _changed(cassette, kind, change, *, honest=True):
    rows = _rows(cassette)
    change(next(row for row in rows if row["type"] == kind))
    return _packed(rows, honest=honest)


CHANGES = {
    "an agent nobody knows": ("memory", {"agent": "zed"}, "names 'zed', which is not in the town"),
    "agents nobody knows": ("memory", {"about": ["zed"]}, "names 'zed'"),
    "a room nobody knows": ("presence", {"room": "Moon/crater"}, "names 'Moon/crater'"),
    "a thing nobody knows": ("sighting", {"path": "Moon"}, "names 'Moon'"),
    "a kind nobody knows": ("event", {"kind": "miracle"}, "kind: Input should be"),
    "an intention that forbids no kind": (
        "intention",
        {"forbids": "miracle"},
        "'miracle' is not a kind of intention",
    ),
    "an intention of no kind": ("intention", {"kind": "miracle"}, "'miracle' is not a kind of intention"),
    "a type nobody knows": ("event", {"type": "miracle"}, "'miracle' is not a row type"),
    "a text that is a number": ("memory", {"text": 7}, "text: Input should be a valid string"),
    "a name that is a list": ("memory", {"agent": ["nell"]}, "agent: Input should be a valid string"),
    "nobody's memory": ("memory", {"agent": ""}, "names '', which is not in the town"),
    "people that are a number": ("memory", {"about": 5}, "about: Input should be a valid"),
    "a path that is a list": ("sighting", {"path": ["x"]}, "path: Input should be a valid string"),
    "a number as a text": ("memory", {"importance": "999999"}, "importance: Input should be a valid integer"),
    "a feeling as a text": ("relation", {"closeness": "1e308"}, "closeness: Input should be a valid number"),
    "a clock in ten thousand years": ("presence", {"next": 5_000_000_000}, "next is .* out of range"),
    "a clock in a year": ("presence", {"next": 500_000}, "weeks ahead"),
    "a memory that is not there": (
        "recall",
        {"items": [{"memory": 123, "score": 1, "recency": 0, "importance": 0, "relevance": 1}]},
        "recalls or passes on memory 123, which is not their own",
    ),
    "an answer that is no object": ("call", {"answer": "[1"}, "no valid key or answer"),
    "a true seed": ("header", {"seed": True}, "no valid 'seed'"),
    "a number too large": ("presence", {"next": 2**60}, "next is .* out of range"),
    "a feeling out of bounds": ("relation", {"closeness": 7}, "closeness is 7.0, which is out of range"),
    "a row of another minute": ("memory", {"id": 99_000_000_000}, "is inconsistent"),
    "an id twice": ("sighting", {"id": 1_0000}, "is inconsistent"),
    "an incomplete character": ("memory", {"text": "\ud800"}, "a row of type memory cannot be read"),
    "another memory": (
        "memory",
        {"text": "Nell Hartley is a spy."},
        "the fingerprint of its log does not match",
    ),
    "a key that is none": ("call", {"key": "k"}, "no valid key or answer"),
    "a town that cannot be lived in": ("file", {"text": "nothing: here"}, "cannot be simulated"),
    "a file without a text": ("file", {"text": None}, "a file without a name or text"),
    "another format": ("header", {"format": "tape"}, "is not a cassette"),
    "a later version": ("header", {"version": 2}, "has version '2', but this Townwright reads version 1"),
    "a seed that is none": ("header", {"seed": "1"}, "no valid 'seed'"),
    "a seed out of bounds": ("header", {"seed": -1}, "seed .* out of range"),
    "settings that are none": ("header", {"settings": {"attention": 0}}, "settings .* cannot be used"),
    "a name nobody can read": ("header", {"name": "\u0000"}, "is not a valid name"),
}


@pytest.mark.soak
@pytest.mark.parametrize("case", CHANGES)
def test_a_cassette_that_does_not_fit_is_refused_and_nothing_of_it_stays(elsewhere, recorded, case):
    kind, values, said = CHANGES[case]
    before = (elsewhere.runs.all(), elsewhere.scenarios.names())
    with pytest.raises(BadInput, match=said):
        opened(elsewhere, _changed(recorded, kind, lambda row: row.update(values)))
    assert (elsewhere.runs.all(), elsewhere.scenarios.names()) == before


def _damaged(recorded):
    rows, plain = _rows(recorded), gzip.decompress(recorded)
    yield "no gzip", b"PK\x03\x04 a zip", "cannot be unpacked"
    yield "nothing", b"", "is incomplete"
    yield "half of it", recorded[: len(recorded) // 2], "cannot be unpacked"
    yield "without its end", gzip.compress(b"".join(plain.splitlines(keepends=True)[:-1])), "is incomplete"
    yield "a line less", _packed(rows[:-3] + rows[-2:], honest=False), "was changed after it was recorded"
    yield "more after its end", gzip.compress(plain + b'{"type":"turn"}\n'), "has content after its end"
    yield "no JSON", gzip.compress(b"hello\n"), "line 1 of this cassette"
    yield "no object", gzip.compress(b"[1]\n"), "line 1 of this cassette"
    yield "no number", gzip.compress(b'{"type":"header","version":NaN}\n'), "line 1 of this cassette"
    yield "deep", gzip.compress(b"[" * 200_000 + b"\n"), "line 1 of this cassette"
    yield "no log", _packed([*rows[:1], *(row for row in rows if row["type"] == "file"), rows[-1]]), "no log"
    yield "no turn", _packed([row for row in rows if row["type"] != "turn"]), "do not belong to a turn"


@pytest.mark.nightly
def test_a_damaged_file_is_refused_in_words(elsewhere, recorded):
    for case, content, said in _damaged(recorded):
        with pytest.raises(BadInput, match=said):
            opened(elsewhere, content)
        assert not elsewhere.runs.all(), case


def test_a_file_that_unpacks_to_more_than_a_run_is_refused(elsewhere, recorded, monkeypatch):
    monkeypatch.setattr(lines, "MOST_LINE", 1_000)
    with pytest.raises(BadInput, match="a line over the limit of"):
        opened(elsewhere, recorded)
    monkeypatch.setattr(lines, "MOST_LINE", 4_000_000)
    monkeypatch.setattr(lines, "MOST_ALL", 100_000)
    with pytest.raises(BadInput, match="is over the limit of 100,000 bytes"):
        opened(elsewhere, recorded)


@pytest.mark.soak
def test_from_one_command_line_to_another(tmp_path, rehearsed, capsys):
    def said(workspace, *arguments):
        status = main([*map(str, arguments), "--workspace", str(workspace)])
        heard = capsys.readouterr()
        return status, heard.out, heard.err

    there, here = rehearsed.store.path.parent, tmp_path / "here"
    file = tmp_path / f"day{SUFFIX}"
    assert said(there, "export", rehearsed.row.id, "--as", "cassette", "-o", file)[0] == 0
    status, out, err = said(here, "open", file, "--name", "Borrowed")
    assert (status, "with all recorded answers" in out, err) == (0, True, "")
    assert said(here, "fingerprint", "last") == said(there, "fingerprint", rehearsed.row.id)
    status, _, err = said(there, "export", rehearsed.row.id, "--as", "cassette", "--at", "day 1 09:00")
    assert (status, "a cassette always contains the whole run" in err) == (1, True)
    status, _, err = said(here, "open", tmp_path / "nothing")
    assert (status, "cannot be read" in err) == (1, True)


@pytest.mark.nightly
def test_the_vectors_of_questions_with_a_prefix_come_too(tmp_path, elsewhere, chaos):
    e5 = meaning_profile(chaos).model_copy(
        update={"question_prefix": "query: ", "memory_prefix": "passage: "}
    )
    with open_workspace(tmp_path / "e5", keys=Keys({}, {})) as workspace:
        workspace.models.keep(e5)
        run = workspace.runs.new(TOWN, model="m")
        run.live(MORNING)
        came = opened(elsewhere, b"".join(record_cassette(run)))
        chaos.asked.clear()
        again = elsewhere.runs.new(TOWN, model=f"replay:{came.row.id}")
        again.live(MORNING)
        assert again.at().fingerprint == run.at().fingerprint
        assert chaos.asked == []
