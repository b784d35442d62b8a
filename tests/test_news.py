"""News: who knows it, since when, from whom and in which words; what was bent, and who kept silent."""

from __future__ import annotations

import json

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY, parse_moment
from engine.errors import BadInput
from engine.insight.news.follow import follow
from engine.insight.news.going_round import going_round, in_words
from engine.insight.news.hearsay import Hearsay
from engine.records import Event, Line, Memory, Retraction
from tests.planted import Planted
from tests.studios import lived as lived_town

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("news")) as opened:
        yield opened


@pytest.fixture
def hamlet(workspace, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60])


def knows(spread):
    """Who knows, how, and by whom."""
    return {one.agent: (one.how, one.by) for one in spread.knowing}


def test_a_fact_is_followed_from_mouth_to_mouth(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    [first] = hamlet.talk(
        "day 1 10:00", ["ruth", "ned"], [("ruth", "A brewery is to buy the mill on day 3 at three.", seed)],
        learned={"ned": "Ruth Amsel told Ned Cobb that the mill is sold to a brewery."},
    )  # fmt: skip
    [heard] = hamlet.learned
    [second] = hamlet.talk("day 1 12:00", ["ned", "cora"], [("ned", "Ruth says they sell the mill.", heard)])
    hamlet.until("day 2 00:00")
    spread = hamlet.run.story().follow("mill-sale")
    assert knows(spread) == {"ruth": ("scenario", ""), "ned": ("told", "ruth"), "cora": ("told", "ned")}
    assert spread.unaware == ("otto", "thirza")
    assert [(one.id, one.new_to) for one in spread.tellings] == [(first, ("ned",)), (second, ("cora",))]
    assert [one.agent for one in spread.told_by("ruth")] == ["ned"]
    assert [one.agent for one in spread.sources] == ["ruth"]


def test_it_is_known_though_no_key_word_is_said_since_the_memory_passed_on_is_of_it(hamlet):
    seed = hamlet.seed("ned", "ninety")
    hamlet.talk("day 1 10:00", ["ned", "otto"], [("ned", "Thirza never pays.", seed)])
    hamlet.until("day 2 00:00")
    assert knows(hamlet.run.story().follow("thirza-debt"))["otto"] == ("told", "ned")


def test_who_learns_of_it_by_the_way_knows_of_it_too(hamlet):
    [line] = hamlet.talk("day 1 10:00", ["ruth", "otto"], [("ruth", "Shall you be there when they sign?")])
    hamlet.until("day 1 11:00")
    hamlet.knows("day 1 11:00", "otto", "mill-sale", hamlet.heard("otto", line), line=line, by="ruth")
    hamlet.until("day 2 00:00")
    spread = hamlet.run.story().follow("mill-sale")
    assert knows(spread)["otto"] == ("told", "ruth")
    assert [(one.id, one.new_to) for one in spread.tellings] == [(line, ("otto",))]


def test_nobody_knows_it_by_a_key_word_that_is_said_of_something_else(hamlet):
    hamlet.talk("day 1 10:00", ["ruth", "otto"], [("ruth", "Meet me behind the brewery, by the mill.")])
    hamlet.until("day 2 00:00")
    spread = hamlet.run.story().follow("mill-sale")
    assert knows(spread) == {"ruth": ("scenario", "")}
    assert spread.tellings == ()


def test_a_retracted_memory_is_no_knowledge(hamlet):
    heard = hamlet.remember("day 1 10:00", "otto", "The mill is sold.", kind="whisper")
    hamlet.knows("day 1 10:00", "otto", "mill-sale", heard)
    hamlet.until("day 1 11:00")
    assert knows(hamlet.run.story().follow("mill-sale"))["otto"] == ("whisper", "")
    hamlet.plant(parse_moment("day 1 11:00"), Retraction(id=0, row=heard, agent="otto"))
    hamlet.until("day 1 12:00")
    assert "otto" in hamlet.run.story().follow("mill-sale").unaware


def test_what_a_telling_changes_and_what_it_leaves_out_is_told_apart(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    hamlet.talk("day 1 10:00", ["ruth", "ned"], [("ruth", "They sell the mill on Wednesday at four.", seed)])
    hamlet.talk("day 1 11:00", ["ruth", "otto"], [("ruth", "They sell the mill to a brewery.", seed)])
    hamlet.talk("day 1 12:00", ["ruth", "cora"], [("ruth", "On Wednesday at three the mill is sold.", seed)])
    hamlet.until("day 2 00:00")
    bent, left_out, true = [one.distortions for one in hamlet.run.story().follow("mill-sale").tellings]
    assert [(one.was, one.now) for one in bent] == [("on day 3 at 15:00", "on Wednesday at four")]
    assert [(one.was, one.now) for one in left_out] == [("on day 3 at 15:00", "")]
    assert true == ()


def test_who_comes_to_the_occasion_and_sees_the_host_knows_of_it(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    hamlet.mean(
        "day 1 07:00", "ruth", "occasion", "held", "hold the sale", seed, what="sale", place="Pub", when=540
    )
    hamlet.knows("day 1 07:01", "ruth", "mill-sale", seed)
    early = hamlet.happen("day 1 08:00", "Ruth Amsel sweeps the floor.", actor="ruth")
    hamlet.remember("day 1 08:01", "ned", "Ruth Amsel sweeps the floor.", source=early)
    event = hamlet.happen("day 1 09:00", "Ruth Amsel is holding the sale.", actor="ruth")
    hamlet.remember("day 1 09:01", "otto", "Ruth Amsel is holding the sale.", source=event)
    hamlet.until("day 2 00:00")
    spread = hamlet.run.story().follow("mill-sale")
    [otto] = [one for one in spread.knowing if one.agent == "otto"]
    assert (otto.how, otto.id) == ("seen", event)
    assert "ned" in spread.unaware


def test_who_knew_and_met_somebody_who_did_not_could_have_told(hamlet):
    hamlet.talk("day 1 09:00", ["otto", "ruth"], [("otto", "Good morning."), ("ruth", "Is it?")])
    last, _ = hamlet.talk("day 1 10:00", ["ruth", "otto"], [("ruth", "Nothing new."), ("otto", "Pity.")])
    seed = hamlet.seed("ruth", "brewery")
    hamlet.talk("day 1 11:00", ["ruth", "ned"], [("ruth", "A brewery buys the mill.", seed)])
    hamlet.until("day 2 00:00")
    spread = hamlet.run.story().follow("mill-sale")
    [silence] = spread.silences
    assert (silence.knew, silence.other, silence.talks) == ("ruth", "otto", 2)
    assert silence.id // 10 == last // 10
    assert spread.by_agent["ned"].by == "ruth"


def test_whom_a_fact_is_about_is_not_counted_among_those_who_do_not_know_it(hamlet):
    hamlet.talk("day 1 09:00", ["ned", "thirza"], [("ned", "Good morning."), ("thirza", "Is it?")])
    hamlet.talk("day 1 10:00", ["ned", "cora"], [("ned", "Good morning."), ("cora", "Is it?")])
    hamlet.until("day 2 00:00")
    spread = hamlet.run.story().follow("thirza-debt")
    assert (spread.besides, set(spread.unaware)) == (("thirza",), {"ruth", "otto", "cora"})
    assert [one.other for one in spread.silences] == ["cora"], "there was nothing to tell Thirza"


def test_whom_a_fact_is_about_knows_by_whom_it_was_told_once_it_was(hamlet):
    seed = hamlet.seed("ned", "ninety")
    hamlet.talk("day 1 10:00", ["ned", "thirza"], [("ned", "You owe us ninety pounds.", seed)])
    hamlet.until("day 2 00:00")
    spread = hamlet.run.story().follow("thirza-debt")
    assert (spread.besides, knows(spread)["thirza"]) == ((), ("told", "ned"))


def owns_up(hamlet, *lines):
    """Cora says to Otto what she has at heart, in these lines; return what became of it."""
    text = "Cora Finch wants to buy the mill because she cannot bear to see it empty"
    mine = hamlet.remember("day 1 08:00", "cora", text, "seed", about=("cora",))
    hamlet.talk("day 1 10:00", ["cora", "otto"], [("cora", line, mine) for line in lines])
    hamlet.until("day 2 00:00")
    [news] = [one for one in hamlet.run.story().news if one.kind == "told"]
    return hamlet.run.story().follow(news.id)


def test_who_heard_only_that_she_wants_it_does_not_know_the_reason(hamlet):
    spread = owns_up(hamlet, "I want to buy the mill.")
    assert [one.agent for one in spread.knowing] == ["cora", "otto"]
    assert [one.agent for one in spread.knowing_all] == ["cora"]


def test_who_heard_the_reason_too_knows_all_of_it(hamlet):
    spread = owns_up(hamlet, "I want to buy the mill.", "It's because I can't bear to see it empty.")
    assert [one.agent for one in spread.knowing_all] == ["cora", "otto"]


def test_the_name_of_who_speaks_is_no_word_of_what_is_said(hamlet):
    hamlet.talk("day 1 10:00", ["ruth", "otto"], [("ruth", "It looks like rain.")])
    hamlet.until("day 2 00:00")
    assert hamlet.run.story().follow("ruth rain").tellings == ()
    assert len(hamlet.run.story().follow("rain").tellings) == 1


def test_words_are_found_wherever_they_are_said_and_need_not_stand_together(hamlet):
    hamlet.talk("day 1 10:00", ["ned", "otto"], [("ned", "The weir will burst before the rains are over.")])
    hamlet.until("day 2 00:00")
    assert knows(hamlet.run.story().follow("rain weir"))["otto"] == ("told", "ned")
    assert hamlet.run.story().follow("weir snow").knowing == ()


def test_what_people_tell_each_other_goes_round_without_being_marked_as_a_fact(hamlet):
    event = hamlet.happen("day 1 09:00", "A heron stands in the Ford.")
    seen = [
        hamlet.remember("day 1 09:01", who, "A heron stands in the Ford.", source=event)
        for who in ("ned", "cora")
    ]
    hamlet.talk("day 1 10:00", ["ned", "otto"], [("ned", "There was a heron.", seen[0])])
    hamlet.talk("day 1 11:00", ["cora", "ruth"], [("cora", "I saw a heron.", seen[1])])
    hamlet.until("day 2 00:00")
    [heron] = [one for one in hamlet.run.story().news if one.kind == "told"]
    assert (heron.text, heron.told) == ("A heron stands in the Ford.", 2)
    assert set(knows(hamlet.run.story().follow(heron.id))) == {"ned", "cora", "otto", "ruth"}


def test_before_a_line_is_said_nobody_has_heard_it_though_the_talk_has_begun(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    said = [("ruth", "Sit down."), ("otto", "Well?"), ("ruth", "A brewery buys the mill.", seed)]
    hamlet.talk("day 1 10:00", ["ruth", "otto"], said)
    hamlet.until("day 2 00:00")
    assert "otto" in hamlet.run.story("day 1 10:01").follow("mill-sale").unaware
    assert "otto" not in hamlet.run.story("day 1 10:03").follow("mill-sale").unaware


@pytest.mark.parametrize("said", ["", "  ", "…", "%_", "\x00", None])
def test_no_words_are_refused_with_what_to_write_instead(hamlet, said):
    with pytest.raises(BadInput, match="words that describe it"):
        hamlet.run.story().follow(said)


@pytest.mark.parametrize("said", ["%_'\" OR 1=1", "x" * 5_000, "NEAR(", "<script>", "zz\x00qq"])
def test_any_text_may_be_asked_for(hamlet, said):
    assert hamlet.run.story().follow(said).knowing == ()


# ---- of towns that have lived


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    workspace, run = lived_town(tmp_path_factory.mktemp("lived") / "workspace")
    yield run
    workspace.close()


def test_everybody_who_knows_was_told_or_saw_or_began_with_it(town):
    rows = {row.id: row for row in town.whole_log()}
    for news in town.story().news:
        spread = town.story().follow(news)
        for one in spread.knowing:
            row = rows[one.id]
            if one.how == "told":
                assert isinstance(row, Line)
                assert row.speaker == one.by
                assert one.agent in row.hearers
                assert spread.by_agent[one.by].minute <= one.minute
            elif one.how == "seen":
                assert isinstance(row, Event)
            else:
                assert isinstance(row, Memory)
                assert row.agent == one.agent


def test_at_a_moment_nothing_later_is_known_told_or_kept_silent(town):
    for minute in range(0, DAY, 97):
        said = Hearsay.of(town.at(minute))
        for news in going_round(town.at(minute), said)[:12]:
            spread = follow(town.at(minute), news, said)
            minutes = [one.minute for one in (*spread.knowing, *spread.tellings, *spread.silences)]
            assert max(minutes, default=0) < max(minute, 1)


def test_what_is_known_at_a_moment_stays_so(town):
    before = {one.agent: one for one in town.story("day 1 12:00").follow("lantern-party").knowing}
    after = town.story().follow("lantern-party").by_agent
    assert before
    assert {agent: after[agent] for agent in before} == before


# ---- from a terminal


@pytest.mark.soak
def test_the_command_lists_what_goes_round_and_follows_one(asked, call):
    listed = asked("news", "last")
    assert {"lantern-party", "warden-vote"} <= {one["id"] for one in listed}
    found = asked("news", "last", "lantern-party")
    assert list(found) == ["id", "kind", "text", "minute", "knowing", "tellings", "silences", "unaware",
                           "besides"]  # fmt: skip
    assert found["knowing"][0]["agent"] == "isabel"
    status, out, _ = call("news", "last", "lantern party")
    assert status == 0
    assert "Isabel Moreno" in out
    assert call("news", "last", "…")[0] == 1


@pytest.mark.soak
def test_every_id_that_the_command_shows_can_be_explained(asked):
    found = asked("news", "last", "lantern-party")
    for row in (*found["knowing"], *found["tellings"], *found["silences"]):
        assert json.dumps(asked("why", "last", row["id"]))


def test_words_by_themselves_are_news_too(town):
    spread = follow(town.at(), in_words("harbour warden"))
    assert spread.news.kind == "words"
    assert spread.by_agent["odile"].how == "scenario"
    assert parse_moment("day 1 00:00") == spread.by_agent["odile"].minute
