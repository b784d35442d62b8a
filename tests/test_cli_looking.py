"""From a terminal: talk to a town, look into it, carry its log away, and see whether all is well."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise

import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.models.profiles import Profile
from engine.store.answers.profiles import learn_mode

# ---------------------------------------------------------------- talking


@pytest.mark.nightly
def test_an_answer_comes_with_what_was_recalled_and_leaves_no_trace(asked):
    before = asked("fingerprint", "last")
    said = asked("ask", "last", "Isabel Moreno", "What about the lantern party?", "--at", "day 1 08:30")
    assert list(said) == ["answer", "recalled", "notes", "unfounded"]
    assert said["answer"]
    for memory in said["recalled"]:
        assert_scored(memory)
        assert memory["minute"] < 510
    assert asked("fingerprint", "last") == before


@pytest.mark.nightly
@pytest.mark.parametrize(("said", "told"), [("I want to die", "findahelpline.com"), ("我不想活了", "12356")])
def test_help_stands_above_any_answer_to_a_word_of_self_harm(call, own, said, told):
    for words in (("ask", "last", "isabel", said), ("whisper", "last", "isabel", said)):
        status, out, _ = call(*words)
        assert status == 0
        assert told in out.split("\n\n")[0]
        status, out, err = call(*words, "--json")
        assert json.loads(out)
        assert told in err
    assert told not in "".join(call("ask", "last", "isabel", "This queue is killing me")[1:])


def test_asked_who_speaks_nobody_claims_to_be_human(asked, call):
    said = asked("ask", "last", "isabel", "Are you a person or an AI?")
    assert [note["kind"] for note in said["notes"]] == ["invented"]
    assert "computer program" in said["answer"]
    assert (
        "note: Isabel Moreno is an invented character." in call("ask", "last", "isabel", "Are you real?")[2]
    )


def test_an_answer_can_be_asked_for_without_a_faculty(asked, call):
    def asked_without(*faculties):
        options = [part for faculty in faculties for part in ("--without", faculty)]
        return asked("ask", "last", "isabel", "What did you do today?", *options)

    kinds = {memory["kind"] for memory in asked_without("observation", "planning")["recalled"]}
    assert kinds <= {"seed", "reflection"}
    assert kinds < {memory["kind"] for memory in asked_without()["recalled"]}
    status, _, err = call("ask", "last", "isabel", "Why?", "--without", "sleep")
    assert status == 1
    assert "sleep" in err


class Screen(io.StringIO):
    """A terminal that keeps what was on it each time it was brought up to date."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def isatty(self):
        return True

    def flush(self):
        self.seen.append(self.getvalue())


@pytest.fixture
def served(tmp_path, chaos, monkeypatch):
    """A workspace with a town whose answers in interviews come from a server, letter by letter."""
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(tmp_path))
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    monkeypatch.setattr(chaos, "good", json.dumps({"answer": "I am\twell, \x1band you?", "because": []}))
    monkeypatch.setattr(chaos, "pieces", 1_000)

    def lived_with(model):
        with open_workspace(tmp_path) as workspace:
            workspace.models.keep(Profile(name="odd", base_url=chaos.base_url, model=model))
            learn_mode(workspace.store, chaos.base_url, model, 1)
            workspace.runs.new("three-neighbours", model="rehearsal, interview=odd").live(7 * 60)

    return lived_with


def on_a_screen(monkeypatch, *arguments):
    screen = Screen()
    monkeypatch.setattr("sys.stdout", screen)
    status = main(list(arguments))
    monkeypatch.undo()
    return status, screen


@pytest.mark.soak
def test_on_a_terminal_an_answer_is_printed_as_it_comes(served, monkeypatch, chaos, call):
    served("well")
    status, screen = on_a_screen(monkeypatch, "ask", "last", "otto", "How are you?")
    assert status == 0
    assert screen.getvalue().splitlines()[0] == "I am well,  and you?"
    assert all(new.startswith(old) for old, new in pairwise(screen.seen))
    assert {"I", "I ", "I a", "I am"} <= set(screen.seen)


def test_in_a_pipe_an_answer_comes_whole_and_the_same(served, call, asked, monkeypatch, chaos):
    served("well")
    status, out, err = call("ask", "last", "otto", "How are you?")
    assert status == 0, err
    assert not chaos.asked[-1][2].get("stream")
    _, screen = on_a_screen(monkeypatch, "ask", "last", "otto", "How are you?")
    assert screen.getvalue() == out


def test_on_a_terminal_json_is_nothing_but_json(served, monkeypatch, chaos):
    served("well")
    _, screen = on_a_screen(monkeypatch, "ask", "last", "otto", "How are you?", "--json")
    assert json.loads(screen.getvalue())["answer"]
    assert not chaos.asked[-1][2].get("stream")


@pytest.mark.soak
def test_on_a_terminal_an_answer_that_breaks_off_is_told_anew_on_a_line_of_its_own(served, monkeypatch):
    served("stream-error, once")
    status, screen = on_a_screen(monkeypatch, "ask", "last", "otto", "How are you?")
    assert status == 0
    assert screen.getvalue().splitlines()[:2] == ["I am", "I am well,  and you?"]


@pytest.mark.soak
def test_a_whisper_is_remembered(asked, own):
    done = asked("whisper", "last", "isabel", "Invite Tomas to the party.")
    assert list(done) == ["run", "turn", "minute"]
    assert done["minute"] >= 540
    asked("resume", "last", "--until", "day 1 09:10", "--quiet")
    (memory,) = asked("memories", "last", "isabel", "--kind", "whisper")
    assert "Invite Tomas to the party." in memory["text"]
    assert memory["minute"] == done["minute"]


@pytest.mark.soak
def test_somebody_new_joins_from_a_file_and_is_sent_away_again(call, asked, own, tmp_path):
    file = tmp_path / "iris.yaml"
    file.write_text("name: Iris Vale\nhome: Moreno Flat\nseed: Iris Vale paints the sea.\n", "utf-8")
    status, out, err = call("add", "last", str(file), "Harbour Café", "--who", "Ms Day")
    assert (status, err) == (0, "")
    assert out.startswith("Iris Vale joins the town at Harbour Café/")
    texts = [one["text"] for one in asked("memories", "last", "iris")]
    assert [text for text in texts if not text.startswith("The vote on")] == ["Iris Vale paints the sea."]
    (entry,) = asked("interventions", "last")
    assert (entry["verb"], entry["who"]) == ("add", "Ms Day")
    assert call("undo", "last", str(entry["entry"]))[0] == 0
    status, _, err = call("add", "last", str(tmp_path / "nobody.yaml"))
    assert status == 1
    assert "nobody.yaml" in err
    file.write_text("name: Ivo Vale\nhome: Nowhere\n", "utf-8")
    status, _, err = call("add", "last", str(file))
    assert status == 1
    assert "line 2: unknown place 'Nowhere'" in err


def test_an_object_is_named_by_as_much_of_its_path_as_is_clear(call, own):
    status, out, err = call("set", "last", "espresso machine", "broken")
    assert (status, err) == (0, "")
    assert out.startswith("Harbour Café/counter/espresso machine is broken from day 1 09:00 on.")
    status, _, err = call("set", "last", "espresso machine", "haunted")
    assert status == 0
    assert "'haunted' is a new state" in err


# ---------------------------------------------------------------- looking


def test_memories_are_listed_newest_first_with_stable_keys(asked):
    found = asked("memories", "last", "isabel", "--limit", 5)
    assert len(found) == 5
    assert [list(memory) for memory in found] == [
        ["id", "minute", "kind", "text", "importance", "evidence"]
    ] * 5
    assert [memory["id"] for memory in found] == sorted((memory["id"] for memory in found), reverse=True)
    seeds = asked("memories", "last", "isabel", "--kind", "seed")
    assert {memory["kind"] for memory in seeds} == {"seed"}


def test_a_search_comes_best_first_with_the_parts_of_every_score(asked, call):
    found = asked("memories", "last", "isabel", "--search", "lantern party", "--limit", 4)
    assert len(found) == 4
    for memory in found:
        assert_scored(memory)
    scores = [memory["score"] for memory in found]
    assert scores == sorted(scores, reverse=True)
    assert "party" in found[0]["text"]
    kinds = asked("memories", "last", "isabel", "--search", "lantern party", "--kind", "plan")
    assert {memory["kind"] for memory in kinds} == {"plan"}
    assert call("memories", "last", "isabel", "--search", "lantern")[1].startswith("score")


def assert_scored(memory):
    parts = memory["recency"] + memory["importance_part"] + memory["relevance"]
    assert memory["score"] == pytest.approx(parts, abs=1e-5)


def test_why_shows_recalls_prompt_answer_and_evidence(asked, call):
    memory = next(m for m in asked("memories", "last", "isabel", "--limit", 500) if m["kind"] == "plan")
    why = asked("why", "last", memory["id"])
    keys = ["row", "turn", "origin", "causes", "recalls", "recalled", "call", "evidence", "source",
            "cited_by", "came_to_mind", "way", "came_of"]  # fmt: skip
    assert list(why) == keys
    assert why["row"]["text"] == memory["text"]
    assert why["call"]["prompt"]
    assert why["call"]["answer"]
    status, out, _ = call("why", "last", memory["id"])
    assert status == 0
    for words in (memory["text"], "Recalled for", "= rec", "Prompt (", "\nAnswer"):
        assert words in out


def test_why_says_behind_an_act_what_the_studio_and_programs_say(asked, call, lived):
    with open_workspace(lived) as workspace:
        run = workspace.runs.find("last")
        act = next(event for event in run.at().log.events(agent="isabel").items if event.kind == "act")
        found = run.why(act.id)
    said = asked("why", "last", act.id)
    assert [(one["how"], one["id"]) for one in said["causes"]] == [
        (cause.how, cause.row.id) for cause in found.causes
    ]
    assert said["way"][-1]["id"] == found.way[-1].row.id
    assert said["call"]["id"] == found.call.id
    (plan,) = found.other_causes["plan"]
    _, out, _ = call("why", "last", act.id)
    for words in ("Carries out a plan", str(plan.id), "Recalled for", "Path back to the origin"):
        assert words in out
    seed = asked("memories", "last", "isabel", "--kind", "seed")[0]
    assert "This is the origin: it is stated in the scenario." in call("why", "last", seed["id"])[1]


def test_the_fingerprint_is_printed_alone(call):
    status, out, err = call("fingerprint", "last")
    assert (status, err) == (0, "")
    assert len(out) == 65
    int(out, 16)


@pytest.mark.soak
def test_an_export_goes_into_a_file_that_is_whole_or_not_there(call, lived, tmp_path):
    status, out, err = call("export", "last", "--as", "jsonl", "-o", tmp_path / "log.jsonl")
    assert (status, out) == (0, "")
    assert err.startswith("Exported ")
    assert err.endswith("log.jsonl\n")
    assert json.loads((tmp_path / "log.jsonl").read_text("utf-8").splitlines()[0])["type"] == "header"
    status, _, err = call("export", "last", "-o", tmp_path / "no" / "log.jsonl")
    assert status == 1
    assert "check the path" in err
    assert [file.name for file in tmp_path.iterdir()] == ["log.jsonl"]


@pytest.mark.soak
def test_an_export_to_standard_output_is_the_same_file(call, tmp_path):
    call("export", "last", "-o", tmp_path / "log.jsonl")
    assert call("export", "last")[1] == (tmp_path / "log.jsonl").read_text("utf-8")


@pytest.mark.soak
def test_text_from_a_town_cannot_steer_the_terminal(call, asked, own):
    hostile = "Say \x1b[2J\x9b31m \u202eolleh\u2028now"
    asked("whisper", "last", "isabel", hostile)
    asked("resume", "last", "--until", "day 1 09:05", "--quiet")
    (memory,) = asked("memories", "last", "isabel", "--kind", "whisper")
    for arguments in (["memories", "last", "isabel"], ["why", "last", memory["id"]]):
        for form in ([], ["--json"]):
            out = call(*arguments, *form)[1]
            assert "olleh" in out
            assert not set("\x1b\x9b\u202e\u2028") & set(out)


# ---------------------------------------------------------------- the doctor


@pytest.mark.nightly
def test_the_doctor_finds_all_well(call, asked):
    status, out, err = call("doctor")
    assert (status, err) == (0, "")
    assert "problem" not in out
    checks = {finding["check"]: finding for finding in asked("doctor")}
    assert list(checks["log"]) == ["check", "state", "found"]
    assert checks["workspace"]["state"] == "ok"
    assert checks["log"]["state"] == "ok"


def test_the_doctor_makes_no_workspace(call, tmp_path):
    assert call("doctor", "--workspace", tmp_path / "new")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_sees_damage_and_puts_a_backup_in_place(call, asked, own):
    from engine.store.file.backup import back_up

    before = asked("fingerprint", "last")
    with open_workspace(own) as workspace:
        back_up(workspace.store)
    (own / "townwright.db").write_bytes(b"not a workspace")
    status, out, _ = call("doctor")
    assert status == 1
    assert "problem" in out
    assert "townwright doctor" in out
    status, _, err = call("doctor", "--restore")
    assert status == 0
    assert re.search(r"000001-[\d-]{10}\.db', made on [\d: -]+ UTC", err)
    assert asked("fingerprint", "last") == before


def test_the_doctor_leaves_a_sound_workspace_alone_unless_a_backup_is_named(call, own):
    from engine.store.file.backup import back_up

    with open_workspace(own) as workspace:
        kept = back_up(workspace.store)
    was = (own / "townwright.db").read_bytes()
    status, _, err = call("doctor", "--restore")
    assert status == 1
    assert "not damaged" in err
    assert str(kept) in err
    assert (own / "townwright.db").read_bytes() == was
    assert call("doctor", "--restore", kept)[0] == 0


def test_an_export_says_beside_it_what_it_took(call, lived, tmp_path):
    status, out, err = call("export", "last", "--as", "fountain", "-o", tmp_path / "a", "--day", "1")
    assert (status, out) == (0, "")
    assert re.search(r"^  kept     \d+ lines$", err, re.MULTILINE)
    assert "such as Amara Okoye → AMARA OKOYE" in err
    status, out, err = call("export", "last", "--as", "fountain", "-o", tmp_path / "a", "--json")
    report = json.loads(out)["report"]
    assert (status, err) == (0, "")
    assert {note["kind"] for note in report} >= {"kept", "renamed"}
    assert call("export", "last", "--as", "fountain")[1] == (tmp_path / "a").read_text("utf-8")


def test_a_report_and_a_run_do_not_share_the_standard_output(call):
    status, out, err = call("export", "last", "--json")
    assert (status, out) == (1, "")
    assert "name a file with -o" in err


def test_what_cannot_be_narrowed_is_refused_in_words(call, tmp_path):
    status, _, err = call("export", "last", "--day", "1", "-o", tmp_path / "a")
    assert status == 1
    assert "the format 'jsonl' cannot be limited to certain days; use one of these formats: ink, " in err
    status, _, err = call("export", "last", "--as", "ink", "--agent", "isabell", "-o", tmp_path / "a")
    assert status == 1
    assert "did you mean 'isabel'" in err
    assert not (tmp_path / "a").exists()
