"""Sifts: each finds what was planted for it, and nothing where it was not; own ones are kept and put to any
run.
"""

from __future__ import annotations

import re

import pytest

from engine.api.run import Sift
from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound
from engine.insight.sifting.bundled import bundled_sifts
from engine.insight.story.words import story_words
from engine.insight.stuck.sign import Stuck
from engine.records import Line
from tests import test_story as planting
from tests.planted import Planted
from tests.studios import lived

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("sifts")) as opened:
        yield opened


@pytest.fixture
def hamlet(workspace, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60])


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    yield run
    workspace.close()


# ---------------------------------------------------------------- what is planted, and what comes near to it


def says_it_behind_his_back(hamlet, to="ned"):
    text = "Ruth Amsel thinks Otto Lamb a coward."
    mine = hamlet.remember("day 1 00:20", "ruth", text, "reflection", about=("ruth", "otto"))
    hamlet.talk("day 1 11:00", ["ruth", to], [("ruth", "I think Otto is a coward.", mine)])


def tells_a_view_she_began_with(hamlet, view="thinks that Otto Lamb is a coward"):
    mine = hamlet.remember("day 1 00:20", "ruth", f"Ruth Amsel {view}", "seed", about=("ruth", "otto"))
    hamlet.talk("day 1 11:00", ["ruth", "ned"], [("ruth", "I think Otto is a coward.", mine)])


def keeps_it_to_himself(hamlet):
    hamlet.talk("day 1 10:00", ["ned", "cora"], [("ned", "Good morning.")])


def tells_it_to_cora(hamlet):
    seed = hamlet.seed("ned", "ninety")
    hamlet.talk("day 1 10:00", ["ned", "cora"], [("ned", "Thirza owes ninety pounds.", seed)])
    hamlet.talk("day 1 12:00", ["ned", "otto"], [("ned", "Good morning.")])


def tells_two(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    hamlet.talk("day 1 09:00", ["ruth", "ned"], [("ruth", "A brewery buys the mill.", seed)])


def tells_of_the_sale(hamlet, hour):
    seed = hamlet.seed("ruth", "brewery")
    said = f"The mill is sold to a brewery on day 3 at {hour}."
    hamlet.talk("day 1 09:00", ["ruth", "ned"], [("ruth", said, seed)])


def asks(hamlet, *answer):
    hamlet.talk("day 1 09:00", ["ruth", "ned"], [("ned", "Well, Ruth."), ("ruth", "Will you come?"), *answer])


def speaks_to_nobody_who_answers(hamlet):
    hamlet.talk("day 1 09:00", ["ruth", "ned"], [("ruth", "Ned."), ("ruth", "I am here.")])


def feels_by_and_by(hamlet, *closeness):
    for hour, close in enumerate(closeness, 8):
        hamlet.feel(f"day 1 {hour:02}:00", "ruth", "ned", close)


def has_a_tie(hamlet, *, talks=False):
    hamlet.feel("day 1 08:00", "ruth", "ned", 0.5, "brother")
    if talks:
        hamlet.talk("day 1 09:00", ["ned", "ruth", "cora"], [("ned", "Good morning."), ("ruth", "And you.")])


def somebody_is_awake(hamlet, *, talking):
    for who in hamlet.people:
        planting.is_at(hamlet, "day 1 07:00", who, "Ford")
        planting.is_at(hamlet, "day 2 07:00", who, "Ford")
    if talking:
        for day in (1, 2):
            for one, other in (("ruth", "ned"), ("otto", "cora"), ("thirza", "ned")):
                hamlet.talk(f"day {day} 09:00", [one, other], [(one, "Good day."), (other, "Good day.")])


PLANTED = {
    "promised-and-broke-it": (
        lambda h: planting.breaks_a_promise(h, "cora"), ("otto", "cora"), planting.keeps_a_promise),
    "secret-reached-them": (
        planting.tells_the_secret_to_whom_it_is_kept_from, ("ned", "thirza"),
        planting.tells_the_secret_to_somebody_else),
    "secret-got-out": (
        planting.lets_a_secret_of_their_own_out, ("cora", "otto"),
        planting.tells_the_secret_to_somebody_else),
    "changed-their-mind": (planting.decides_otherwise, ("ned",), planting.has_a_plan_of_their_own),
    "never-met": (has_a_tie, ("ruth", "ned"), lambda h: has_a_tie(h, talks=True)),
    "behind-their-back": (
        says_it_behind_his_back, ("ruth", "otto"), lambda h: says_it_behind_his_back(h, to="otto")),
    "kept-to-oneself": (keeps_it_to_himself, ("ned",), tells_it_to_cora),
    "did-not-manage-it": (planting.does_not_manage, ("otto",), planting.gives_it_up),
    "nobody-came": (planting.holds_an_occasion, ("ruth",), lambda h: planting.holds_an_occasion(h, "ned")),
    "reached-its-subject": (
        planting.it_reaches_whom_it_is_about, ("thirza", "cora"), planting.word_gets_round),
    "nobody-saw-to-it": (
        lambda h: planting.something_burns(h, put_out=False), (),
        lambda h: planting.something_burns(h, put_out=True)),
    "first-meeting": (lambda h: h.feel("day 1 10:00", "cora", "ned", 0.05), ("cora", "ned"), asks),
    "heard-it-last": (planting.word_gets_round, ("cora", "ruth"), tells_two),
    "told-it-otherwise": (
        lambda h: tells_of_the_sale(h, "17:00"), ("ruth",), lambda h: tells_of_the_sale(h, "15:00")),
    "asked-in-vain": (asks, ("ruth", "ned"), lambda h: asks(h, ("ned", "I will."))),
    "tie-turned-twice": (
        lambda h: feels_by_and_by(h, 0.2, 0.4, 0.1, 0.3), ("ruth", "ned"),
        lambda h: feels_by_and_by(h, 0.1, 0.2, 0.4, 0.3)),
    "changed-sides": (
        lambda h: feels_by_and_by(h, 0.2, -0.2), ("ruth", "ned"), lambda h: feels_by_and_by(h, 0.3, 0.1)),
    "stuck-or-silent": (
        lambda h: somebody_is_awake(h, talking=False), ("cora",),
        lambda h: somebody_is_awake(h, talking=True)),
}  # fmt: skip


def test_every_sift_that_comes_with_the_studio_is_planted_for():
    assert set(PLANTED) == {one.name for one in bundled_sifts()}


def sift(name):
    return next(one for one in bundled_sifts() if one.name == name)


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_planted_is_found_and_every_row_leads_back(hamlet, name):
    plant, who, _ = PLANTED[name]
    plant(hamlet)
    hamlet.until("day 3 00:00")
    first, *_ = hamlet.run.story().sift(sift(name)).findings
    assert first.who[: len(who)] == who
    assert first.sentence
    assert first.rows
    for row in first.rows:
        assert hamlet.run.why(row).row.id == row
    assert hamlet.run.pins.add(first.rows[0], words=first.sentence).words == first.sentence


@pytest.mark.parametrize("name", PLANTED)
def test_what_only_comes_near_is_not_found(hamlet, name):
    PLANTED[name][2](hamlet)
    hamlet.until("day 3 00:00")
    found = [one for one in hamlet.run.story().sift(sift(name)).findings if one.minute < 2 * 1440]
    if name == "kept-to-oneself":
        found = [one for one in found if one.who == ("ned",)]
    assert found == []


def test_a_view_need_not_be_a_conclusion_to_be_told_behind_their_back(hamlet):
    tells_a_view_she_began_with(hamlet)
    hamlet.until("day 2 00:00")
    [found] = hamlet.run.story().sift(sift("behind-their-back")).findings
    assert found.who == ("ruth", "otto")


def test_what_somebody_did_to_them_is_no_view_of_them(hamlet):
    tells_a_view_she_began_with(hamlet, "lent Otto Lamb a barrow in May")
    hamlet.until("day 2 00:00")
    assert hamlet.run.story().sift(sift("behind-their-back")).findings == ()


def test_each_wording_that_a_sift_names_is_there_and_none_that_no_sift_names():
    wording = r"'(\w+)'(?= END AS wording| ELSE| AS wording)"
    named = {name for one in bundled_sifts() for name in re.findall(wording, one.sql)}
    assert named == set(story_words("en").sifts)


@pytest.fixture(scope="module")
def liuwan(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("liuwan")) as opened:
        run = opened.runs.new("liuwan")
        run.live(days=1)
        yield run


@pytest.mark.nightly
def test_in_a_chinese_town_all_that_is_found_is_said_in_chinese(liuwan):
    found = liuwan.story().sift_each(bundled_sifts())
    sentences = [one.sentence for each in found.values() for one in each.findings]
    assert len(sentences) > 10
    assert [one for one in sentences if re.search("[A-Za-z]{2}", one)] == []


@pytest.mark.parametrize("name", story_words("zh").sifts)
def test_every_wording_has_the_same_gaps_in_every_language(name):
    gaps = {language: _gaps(story_words(language).sifts[name]) for language in ("en", "zh")}
    assert gaps["zh"] == gaps["en"] or name == "told_nobody_one"


def _gaps(wordings):
    return {gap for one in wordings for gap in re.findall(r"{(\w+)}", one)}


def test_a_wording_that_there_is_not_leaves_what_the_columns_say(town):
    sql = "SELECT row, 'nowhere' AS wording, speaker, text AS said FROM line LIMIT 1"
    odd = Sift(name="odd", title="Odd", says="", sql=sql, is_own=True)
    [one] = town.story().sift(odd).findings
    assert one.sentence.startswith("said: ")


def test_one_who_gets_no_word_back_is_asked_in_vain_too(hamlet):
    speaks_to_nobody_who_answers(hamlet)
    hamlet.until("day 2 00:00")
    [one] = hamlet.run.story().sift(sift("asked-in-vain")).findings
    assert one.who == ("ruth", "ned")


def test_nothing_is_found_before_it_has_come_about(hamlet):
    asks(hamlet)
    hamlet.until("day 2 00:00")
    assert hamlet.run.story("day 1 09:01").sift(sift("asked-in-vain")).findings == ()
    assert len(hamlet.run.story("day 1 09:05").sift(sift("asked-in-vain")).findings) == 1


def test_a_sift_of_turning_points_finds_all_that_turned(town):
    turned = {one.point.ids for one in town.story().paper(1).turns if one.point.turn in ("news_reached",)}
    assert turned <= {one.rows for one in town.story().sift(sift("reached-its-subject")).findings}


@pytest.mark.soak
def test_at_a_moment_no_sift_rests_on_what_is_later(town):
    rows = {row.id: row for row in town.whole_log()}
    for minute in range(120, 1441, 240):
        for found in town.story(minute).sift_each(bundled_sifts()).values():
            for one in found.findings:
                said = [
                    row.said_at if isinstance(row, Line) else row.minute for row in map(rows.get, one.rows)
                ]
                assert max(said) < minute


def test_they_are_asked_once_for_all_who_look_at_a_moment(town):
    first = town.story().sift_each(bundled_sifts())
    again = town.story().sift_each(bundled_sifts())
    assert all(again[name] is first[name] for name in first)


def test_the_sentences_of_stuck_are_those_of_the_day(hamlet):
    hamlet.until("day 2 00:00")
    told: tuple[Stuck, ...] = hamlet.run.story().stuck(1)
    assert [one.rows for one in hamlet.run.story().sift(sift("stuck-or-silent")).findings] == [
        one.ids for one in told
    ]


# ---------------------------------------------------------------- of one's own


@pytest.fixture
def sifts(tmp_path):
    with open_workspace(tmp_path / "own") as opened:
        yield opened.sifts


def test_a_sift_of_ones_own_is_kept_found_changed_and_deleted(sifts):
    sifts.keep(" Spoke of  floods ", "SELECT row FROM line", says="A line about the flood.")
    [mine] = sifts.own()
    assert mine == Sift(
        name="Spoke of floods", title="Spoke of floods", says="A line about the flood.",
        sql="SELECT row FROM line", is_own=True,
    )  # fmt: skip
    assert sifts.find("spoke of FLOODS") == mine
    sifts.keep("Floods", "SELECT 1", was="Spoke of floods")
    assert [one.name for one in sifts.own()] == ["Floods"]
    assert sifts.all()[-1].name == "Floods"
    sifts.drop("Floods")
    assert sifts.own() == ()
    with pytest.raises(NotFound, match="no pattern 'Floods'"):
        sifts.drop("Floods")


@pytest.mark.parametrize(
    "name", ["", "  ", "x" * 61, "a\x07b", "\x1b[31mred", "Never met", "never-met", "mine"]
)
def test_a_name_that_is_none_or_taken_is_refused(sifts, name):
    sifts.keep("Mine", "SELECT 1")
    with pytest.raises(BadInput):
        sifts.keep(name, "SELECT 1")
    assert [one.name for one in sifts.own()] == ["Mine"]


def test_what_cannot_be_asked_is_refused_when_it_is_kept(sifts):
    for sql in ("", "  ", "x" * 20_001):
        with pytest.raises(BadInput, match="write a SELECT over the views"):
            sifts.keep("mine", sql)


def test_one_that_is_wrong_does_not_keep_the_others_from_being_found(town):
    wrong = Sift(name="wrong", title="Wrong", says="", sql="SELECT nowhere FROM line", is_own=True)
    found = town.story().sift_each((*bundled_sifts(), wrong))
    assert isinstance(found["wrong"], BadInput)
    assert not isinstance(found["never-met"], BadInput)


OWN = [
    ("SELECT row, text AS sentence FROM line LIMIT 1", True),
    ("SELECT row, speaker AS who, text FROM line LIMIT 1", True),
    ("SELECT count(*) AS lines FROM line", False),
]


@pytest.mark.parametrize(("sql", "of_rows"), OWN)
def test_its_columns_say_whether_it_finds_rows_or_is_a_table(town, sql, of_rows):
    found = town.story().sift(Sift(name="x", title="X", says="", sql=sql, is_own=True))
    assert bool(found.findings) is of_rows
    assert found.count == 1
    if of_rows:
        assert found.findings[0].rows == (found.table.rows[0][0],)
        assert found.findings[0].sentence


def test_hostile_columns_are_taken_for_what_they_are(town):
    sql = """
        SELECT 'x' AS row, '[1,2' AS rows, '["isabel", 3, null]' AS who, 7 AS sentence, 'y' AS minute,
            'nobody' AS other
    """
    [one] = town.story().sift(Sift(name="x", title="X", says="", sql=sql, is_own=True)).findings
    assert (one.rows, one.who, one.minute) == ((), ("isabel",), 0)


# ---------------------------------------------------------------- from a terminal


@pytest.mark.soak
def test_the_command_lists_sifts_and_prints_what_one_finds(asked, call):
    listed = asked("sift", "last")
    assert {one["name"] for one in listed} >= set(PLANTED)
    for one in asked("sift", "last", "kept-to-oneself")[:2]:
        asked("why", "last", one["rows"][0])
    assert "never-met" in call("sift", "last")[1]
    assert call("sift", "last", "Broke a promise")[0] == 0
    status, _, err = call("sift", "last", "never-mat")
    assert status == 1
    assert "did you mean 'never-met'" in err
