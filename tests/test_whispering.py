"""Before a whisper is planted: what it would change, without a trace, and the fields that say the same; and
afterwards: whether it was done.
"""

from __future__ import annotations

import json

import pytest

from engine.api.interventions import SendAway, Whisper
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.clock import minute_at
from engine.errors import BadInput, NotFound
from engine.records import Line


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("w")) as workspace:
        english, chinese = workspace.runs.new("willow-bay"), workspace.runs.new("liuwan")
        for run in (english, chinese):
            run.live("day 1 10:00")
        yield {"en": english, "zh": chinese}


def asks(run, who, text):
    return [one for sentence in run.understood(who, text) for one in sentence.asks]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("town", "who", "text"),
    [
        ("en", "bram", "Go to the quay today at 16:00."),
        ("en", "bram", "Have a party at the Harbour Café tomorrow at 5 pm."),
        ("en", "bram", "Bake a cake for Edda Lind by tomorrow evening."),
        ("en", "bram", "Tell everybody but Odile that the ferry is cancelled."),
        ("en", "bram", "Do not go to the Quay tomorrow."),
        ("zh", "baozhu", "明天下午五点在半闲茶馆办一个聚会。"),
        ("zh", "baozhu", "去告诉钟炳坤渡船停了。"),
    ],
)
def test_the_fields_of_a_sentence_ask_what_the_sentence_does(runs, town, who, text):
    (sentence,) = runs[town].understood(who, text)
    assert all(sentence.fields)
    whispered, stated = runs[town].fork(), runs[town].fork()
    whispered.whisper(who, text)
    stated.whisper(who, intend=f"[{', '.join(sentence.fields)}]")
    told = []
    for run in (whispered, stated):
        run.live("day 1 10:30")
        (heard,) = run.at().memories(who, kinds=("whisper",)).items
        rows = [outcome.row for outcome in run.story().came_of(heard.id)]
        told.append([(row.kind, row.place, row.when, row.until, row.forbids) for row in rows])
    assert told[0] == told[1]


def test_of_a_secret_it_is_said_first_from_whom_it_is_kept_and_then_what(runs):
    """Regression: "secret: hear of it, from Odile Brandt" seemed to say the reverse."""
    text = "The will is found in the chapel, and Odile Brandt must not hear of it."
    (sentence,) = runs["en"].understood("bram", text)
    assert sentence.words == ("secret kept from Odile Brandt: “The will is found in the chapel”",)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Do not ask Edda Lind about the ferry.", ("",)),
        ("Tell Zebulon Pike that the ferry is cancelled.", ("",)),
        ("The sea is very blue.", ()),
    ],
)
def test_what_fields_cannot_say_has_none(runs, text, fields):
    (sentence,) = runs["en"].understood("bram", text)
    assert sentence.fields == fields


def test_who_is_left_out_is_excepted_in_one_intention(runs):
    text = "Tell everybody but Odile that the ferry is cancelled."
    (sentence,) = runs["en"].understood("bram", text)
    assert sentence.fields == ("{kind: message, what: the ferry is cancelled, to: everybody, except: odile}",)


def test_what_is_due_today_is_seen_in_the_plan_and_nothing_is_kept_of_it(runs):
    run = runs["en"]
    before = run.at().fingerprint, run.clock
    seen = run.foreseen("bram", "Go to the Quay today at 16:00.")
    assert any(block.start == 16 * 60 for block in seen.added)
    assert seen.day == 1
    assert (run.at().fingerprint, run.clock) == before
    assert run.at().memories("bram", kinds=("whisper",)).total == 0


def test_what_is_due_later_is_seen_as_what_will_bind_them(runs):
    for town, who, text in (
        ("en", "bram", "Have a party at the Harbour Café tomorrow at 5 pm."),
        ("zh", "baozhu", "明天下午五点在半闲茶馆办一个聚会。"),
    ):
        seen = runs[town].foreseen(who, text)
        assert any(one.when == minute_at(2, 17 * 60) for one in seen.later)


def test_a_thought_binds_nobody_later(runs):
    assert runs["en"].foreseen("bram", "The sea is very blue.").later == ()


def test_it_is_what_comes_of_it(runs):
    run = runs["en"].fork()
    text = "Go to the Quay today at 16:00."
    seen = run.foreseen("bram", text)
    run.intervene(Whisper(agent="bram", text=text))
    run.live("day 1 10:30")
    planned = {(block.start, block.activity) for block in run.at().plan("bram").current("block")}
    assert {(block.start, block.activity) for block in seen.added} <= planned


@pytest.mark.parametrize("text", ["", " \n ", "x" * 10_000])
def test_no_whisper_is_no_foresight(runs, text):
    with pytest.raises(BadInput, match="a whisper"):
        runs["en"].foreseen("bram", text)


@pytest.mark.soak
@pytest.mark.parametrize("text", ["<b>Go</b> to the [quay](javascript:x)", "Go\x1b[31m home\x00 now"])
def test_markup_and_control_characters_are_words_like_any(runs, text):
    try:
        seen = runs["en"].foreseen("bram", text)
    except BadInput:
        return  # said in words which character cannot be
    assert seen.day == 1


def test_nobody_foresees_what_nobody_has_lived(tmp_path):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("three-neighbours")
        with pytest.raises(BadInput, match="this run has not started yet"):
            run.foreseen("nell", "Go home.")


ASKED = (
    "Go to the shop today at 10:00.",
    "Have a party at the Workshop tomorrow at 17:00. Tell Otto that the ferry is cancelled.",
    "The sea is very blue.",
    "Do not talk to Otto.",
    "Invite Zebulon Pike to supper.",
    "Bake a cake every day at 15:00.",
)


@pytest.fixture(scope="module")
def whispered(tmp_path_factory):
    """A town in which somebody has heard all of that in the morning, and lived until the next noon."""
    with open_workspace(tmp_path_factory.mktemp("came-of")) as workspace:
        run = workspace.runs.new("three-neighbours")
        run.live("day 1 08:00")
        for text in ASKED:
            run.whisper("nell", text)
        run.live("day 2 12:00")
        yield run


def outcomes(run, when):
    heard = reversed(run.at(when).memories("nell", kinds=("whisper",)).items)
    return [[(one.row.kind, one.outcome) for one in run.story(when).came_of(row.id)] for row in heard]


@pytest.mark.nightly
def test_whether_a_whisper_was_done_is_known_at_any_moment(whispered):
    early = outcomes(whispered, "day 1 08:10")
    assert early == [
        [("deed", "ahead")],
        [("occasion", "ahead"), ("message", "dropped")],  # by the prohibition below
        [],
        [("prohibition", "kept_to")],
        [("occasion", "failed")],
        [("habit", "daily")],
    ]
    assert outcomes(whispered, "day 1 12:00") == [[("deed", "done")], *early[1:]]


@pytest.mark.soak
def test_what_came_to_nothing_says_why(whispered):
    rows = whispered.at().memories("nell", kinds=("whisper",)).items
    (supper,) = whispered.story().came_of(rows[1].id)
    assert "nobody called Zebulon Pike" in supper.row.because


def test_what_should_have_been_by_now_is_late_and_not_still_to_come(whispered):
    fork = whispered.fork("day 1 08:10")
    fork.intervene(SendAway(agent="nell"))
    fork.live("day 1 11:00")
    assert outcomes(fork, "day 1 09:50")[0] == [("deed", "ahead")]
    assert outcomes(fork, "day 1 11:00")[0] == [("deed", "late")]


def test_of_what_is_said_to_others_it_is_known_who_has_heard_it(whispered):
    (party,) = [
        one
        for memory in whispered.at().memories("nell", kinds=("whisper",)).items
        for one in whispered.story().came_of(memory.id)
        if one.row.what == "party"
    ]
    heard = {
        hearer
        for line in whispered.whole_log()
        if isinstance(line, Line) and line.speaker == "nell" and line.tells == party.row.memory
        for hearer in line.hearers
    }
    assert set(party.told) == heard
    assert heard, "nobody was asked: the story shows nothing"


@pytest.mark.parametrize("row", [12, 0])
def test_what_is_no_memory_has_no_outcome(whispered, row):
    with pytest.raises(NotFound, match="has no memory"):
        whispered.story().came_of(row)


def test_a_whisper_heard_at_the_minute_where_a_run_stands_has_no_outcome_yet(runs):
    fork = runs["en"].fork("day 1 09:00")
    fork.whisper("bram", "Tell Odile Marsh that the ferry is cancelled.")
    (heard,) = fork.at().memories("bram", kinds=("whisper",)).items
    assert list(fork.story().came_of(heard.id)) == []


def test_a_memory_that_is_yet_to_come_has_none_either(whispered):
    heard = whispered.at().memories("nell", kinds=("whisper",)).items[0]
    with pytest.raises(NotFound, match="at the chosen moment"):
        whispered.story("day 1 07:00").came_of(heard.id)


def test_a_terminal_says_whether_it_was_done(whispered, capsys):
    heard = whispered.at().memories("nell", kinds=("whisper",)).items[-1]
    place = str(whispered.store.path.parent)
    assert main(["why", whispered.row.id, str(heard.id), "--workspace", place]) == 0
    said = capsys.readouterr().out
    assert "Intentions from it, and their outcome" in said
    assert main(["why", whispered.row.id, str(heard.id), "--json", "--workspace", place]) == 0
    (one,) = json.loads(capsys.readouterr().out)["came_of"]
    assert (one["outcome"], one["deed"]) == ("done", "go")


def test_what_a_whisper_states_in_fields_is_said_in_words_as_of_the_moment_it_is_heard(runs):
    fields = "{kind: occasion, what: party, where: Quay, at: day 3 18:30}"
    (sentence,) = runs["en"].understood("isabel", intend=fields)
    assert sentence.words == ("gathering: hold the party, at Quay, day 3 18:30",)
    (today,) = runs["en"].understood(
        "isabel", intend="{kind: visit, where: Quay, at: '19:00'}", at="day 2 08:00"
    )
    assert today.asks[0].when.start == minute_at(2, 19 * 60)
    with pytest.raises(BadInput, match="not a valid intention"):
        runs["en"].understood("isabel", intend="{kind: nothing}")
