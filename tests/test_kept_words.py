"""Words that are kept: what was done, or why a day stopped, is said in the language of its reader."""

import asyncio
import json

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.edits import SetField
from engine.errors import DayPaused, Worded, message_and_remedy, with_commas, worded
from engine.running.job import do_job
from engine.store.kept_words import kept_words, words_to_keep
from engine.store.living.jobs import start_job
from studio.catalogue.tr import read_in, tr_worded

TOWN = "three-neighbours"
NELL = "personas/nell.yaml"
SIGN = words_to_keep(worded("x"))[0]


def in_chinese(text):
    with read_in("zh"):
        return tr_worded(text)


def test_what_is_kept_comes_back_as_it_was_worded():
    inside = worded("no answer within {seconds:g} s", seconds=2.5)
    text = worded("{what} ({detail})", what="“好” {x}", detail=inside)
    back = kept_words(words_to_keep(text))
    assert back == text
    assert isinstance(back, Worded)
    assert in_chinese(back) == "“好” {x}（2.5 秒内没有回答）"


def test_a_part_of_a_message_is_kept_as_a_part():
    _, remedy = message_and_remedy(
        worded("{text!r} is not a time of day; write it as HH:MM, such as 07:30", text="x")
    )
    back = kept_words(words_to_keep(remedy))
    assert (back, in_chinese(back)) == ("write it as HH:MM, such as 07:30", "请写成 HH:MM，例如 07:30")


def test_any_other_text_is_kept_as_it_is():
    for text in ("", "changed age in personas/nell.yaml", '{"said": "x"}', "第 2 天\n"):
        assert kept_words(words_to_keep(text)) == text
    assert kept_words(words_to_keep(f"{SIGN}typed by somebody")) == "typed by somebody"


@pytest.mark.parametrize(
    "written",
    [
        "", "{", "[]", "7", '{"said": 7, "with": {}}', '{"said": "x"}', '{"said": "{a", "with": {}}',
        '{"said": "{a}", "with": {}}', '{"said": "{a.__class__}", "with": {"a": "x"}}',
        '{"said": "{a[0]}", "with": {"a": "x"}}', '{"said": "{a:999999999}", "with": {"a": 1}}',
        '{"said": "{a:{b}}", "with": {"a": 1, "b": 99999999}}', '{"said": "{a:d}", "with": {"a": "x"}}',
    ],
)  # fmt: skip
def test_what_somebody_else_wrote_there_is_shown_as_it_stands(written):
    assert kept_words(SIGN + written) == written


def test_wordings_in_one_another_without_end_are_shown_as_they_stand():
    deep = {"said": "x", "with": {}}
    for _ in range(50):
        deep = {"said": "{a}", "with": {"a": deep}}
    assert kept_words(SIGN + json.dumps(deep)) == json.dumps(deep)


def test_what_was_done_to_a_draft_is_said_in_the_readers_language(tmp_path):
    with open_workspace(tmp_path) as workspace:
        scenarios = workspace.scenarios
        scenarios.add_bundled(TOWN)
        scenarios.edits.make(TOWN, SetField(file=NELL, path=("age",), value=99))
        done = scenarios.edits.next_to_undo(TOWN)
        assert done.words == "changed age in personas/nell.yaml"
        assert in_chinese(done.words) == "修改了 personas/nell.yaml 的 age"
        scenarios.edits.undo(TOWN)
        scenarios.edits.redo(TOWN)
        version = scenarios.save_all(TOWN)
    assert version.note == "changed age in personas/nell.yaml"
    assert in_chinese(version.note) == "修改了 personas/nell.yaml 的 age"


def test_what_was_done_before_it_was_kept_so_is_read_as_it_stands(tmp_path):
    with open_workspace(tmp_path) as workspace:
        scenarios = workspace.scenarios
        scenarios.add_bundled(TOWN)
        scenarios.edits.make(TOWN, SetField(file=NELL, path=("age",), value=99))
        with workspace.store.write() as db:
            db.execute("UPDATE scenario_edit SET words = 'changed age in personas/nell.yaml'")
        assert scenarios.edits.next_to_undo(TOWN).words == "changed age in personas/nell.yaml"
        assert scenarios.edits.undo(TOWN) == "changed age in personas/nell.yaml"


def test_why_a_day_stopped_is_said_in_the_readers_language(tmp_path, monkeypatch):
    async def stopped(*_):
        raise DayPaused(worded("the server cannot be reached"), details="a\nb")

    monkeypatch.setattr("engine.running.job._Attended.live", stopped)
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new(TOWN)
        start_job(workspace.store, run.number, until=60)
        with pytest.raises(DayPaused):
            asyncio.run(do_job(workspace.store, run.row))
        assert run.job.error == "the server cannot be reached\n\na\nb"
        assert in_chinese(run.job.error) == "无法连接服务器\n\na\nb"


@pytest.mark.soak
def test_a_long_row_of_words_is_kept_whole():
    row = with_commas([worded("sayings"), *map(str, range(2_000))])
    assert kept_words(words_to_keep(row)) == row == ", ".join(["sayings", *map(str, range(2_000))])
    assert in_chinese(row).startswith("口头禅，0，1")
