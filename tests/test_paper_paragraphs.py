"""What the paper says of one person's day, and how it counts: planted, so that every sentence is foreseen."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.api.workspace import open_workspace
from tests.planted import Planted
from tests.test_story import agreed, feels, holds_an_occasion, is_at

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("paragraphs")) as opened:
        yield opened


@pytest.fixture
def hamlet(workspace, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60])


def tells(hamlet, when, speaker, hearer, text, told=0, learned=""):
    """Somebody tells one other something, who keeps it in mind."""
    [*_, line] = hamlet.talk(when, [speaker, hearer], [(speaker, text, told)])
    heard = hamlet.remember(when, hearer, text, source=line)
    hamlet.remember(when, hearer, learned or text, "talk", source=line, evidence=(heard,))


def paper(hamlet, day=1):
    hamlet.until(f"day {day + 1} 00:00")
    return hamlet.run.story().paper(day)


def said_of(hamlet, agent, day=1):
    return [one.text for one in paper(hamlet, day).people[agent]]


@pytest.mark.soak
def test_who_gave_an_occasion_is_told_to_have_given_it(hamlet):
    holds_an_occasion(hamlet, "ned")
    assert "At 18:00 she gave the harvest supper at the Mill." in said_of(hamlet, "ruth")


def test_a_guest_is_told_to_what_they_came(hamlet):
    agreed(hamlet, "ned", ["ruth"], "day 1 18:00", "Mill")
    holds_an_occasion(hamlet, "ned")
    assert "As agreed, he came to Ruth’s harvest supper at the Mill at 18:00." in said_of(hamlet, "ned")


def test_who_came_to_meet_somebody_is_told_with_whom_that_was_agreed(hamlet):
    agreed(hamlet, "ned", ["cora"], "day 1 15:00", "Mill")
    is_at(hamlet, "day 1 14:50", "ned", "Mill")
    assert "As agreed with Cora, he came to the Mill at 15:00." in said_of(hamlet, "ned")


def test_who_did_not_come_has_it_in_their_paragraph_too(hamlet):
    agreed(hamlet, "otto", ["cora"], "day 1 15:00", "Mill")
    is_at(hamlet, "day 1 14:00", "otto", "Ford")
    assert "He had agreed with Cora to come to the Mill at 15:00, and did not." in said_of(hamlet, "otto")


def test_what_was_concluded_before_an_occasion_stands_before_it(hamlet):
    holds_an_occasion(hamlet, "ned")
    hamlet.remember("day 1 12:00", "ruth", "Ruth Amsel hopes that it will not rain.", "reflection")
    told = said_of(hamlet, "ruth")
    assert next(one for one in told if "rain" in one or "supper" in one).endswith("it will not rain.")


def test_what_was_told_to_many_is_quoted_once(hamlet):
    mine = hamlet.remember("day 1 00:20", "ruth", "Ruth Amsel longs for the sea.", "reflection")
    also = hamlet.remember("day 1 00:20", "ned", "Ned Cobb counts the sheep.", "reflection")
    for hour, who in ((9, "cora"), (10, "otto")):
        tells(hamlet, f"day 1 {hour:02}:00", "ruth", who, "I long for the sea.", mine)
    tells(hamlet, "day 1 11:00", "ned", "otto", "I count the sheep.", also)
    told = paper(hamlet)
    assert sum("“I long for the sea.”" in one.text for one in told.sentences) == 1
    assert any("the sheep" in one.text for one in told.people["otto"])


def test_an_answer_is_told_as_it_is_remembered(hamlet):
    hamlet.talk("day 1 08:50", ["ruth", "ned"], [("ruth", "Will you come?")])
    tells(
        hamlet, "day 1 09:00", "ned", "ruth", "Why not.", 0, "Ned Cobb means to come to Ruth Amsel's supper."
    )
    told = said_of(hamlet, "ruth")
    assert "Ned means to come to her supper." in told
    assert not any("Why not" in one for one in told)


def test_a_secret_told_to_two_at_once_is_told_of_once(hamlet):
    seed = hamlet.seed("ned", "ninety")
    kept = {"others": ("thirza",), "content": "debt"}
    hamlet.mean("day 1 00:30", "ned", "secret", "held", "say nothing", seed, **kept)
    hamlet.talk("day 1 09:00", ["ned", "cora", "otto"], [("ned", "Thirza owes ninety pounds.", seed)])
    told = [one for one in paper(hamlet).turns if one.point.turn == "secret_shared"]
    assert len(told) == 1
    assert "Cora and Otto" in told[0].sentence.text


def test_how_many_know_is_counted_as_of_that_day(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    for when, who in (("day 1 09:00", "ned"), ("day 1 10:00", "otto"), ("day 2 09:00", "cora")):
        hamlet.talk(when, ["ruth", who], [("ruth", "A brewery buys the mill.", seed)])
    then = next(one for one in paper(hamlet).turns if one.point.turn == "news_spread")
    hamlet.until("day 3 00:00")
    later = next(one for one in hamlet.run.story().paper(1).turns if one.point.turn == "news_spread")
    assert later.sentence == then.sentence


def test_to_leave_neutral_ground_is_not_to_change_sides(hamlet):
    feels(hamlet, 0.0, 0.15)
    feels(hamlet, 0.1, -0.2, "cora", "otto")
    hamlet.until("day 3 00:00")
    weights = {one.point.who[0]: one.point.weight for one in hamlet.run.story().paper(2).turns}
    assert weights["cora"] > weights["ruth"] + 10


# ---------------------------------------------------------------- where and how long


def stays_at_the_mill(hamlet, *hours):
    """Otto is at the Ford for most of the day, and at one thing after the other at the Mill."""
    is_at(hamlet, "day 1 07:00", "otto", "Ford", "fishing")
    for begins, ends, doing in hours:
        is_at(hamlet, f"day 1 {begins}", "otto", "Mill", doing)
        is_at(hamlet, f"day 1 {ends}", "otto", "Ford", "fishing")


def test_the_time_at_a_place_is_the_whole_of_it(hamlet):
    stays_at_the_mill(hamlet, ("10:00", "11:30", "grinding corn"), ("14:00", "15:00", "mending sacks"))
    told = said_of(hamlet, "otto")
    assert any(
        one in told
        for one in (
            "He spent an hour and a half at the Mill, grinding corn.",
            "Of two and a half hours at the Mill, he spent an hour and a half grinding corn.",
        )
    )


def test_who_did_one_thing_at_a_place_kept_to_it_for_that_time(hamlet):
    stays_at_the_mill(hamlet, ("10:00", "11:30", "grinding corn"))
    told = said_of(hamlet, "otto")
    assert any(
        one in told
        for one in (
            "He spent an hour and a half at the Mill, grinding corn.",
            "For an hour and a half he kept to the Mill, grinding corn.",
        )
    )


def test_what_only_repeats_an_appointment_is_told_as_such(hamlet):
    agreed(hamlet, "ned", ["cora"], "day 1 15:00", "Mill")
    stays = (("10:00", "Ford", "fishing"), ("15:00", "Mill", "ned means to come"))
    for begins, room, doing in stays:
        is_at(hamlet, f"day 1 {begins}", "ned", room, doing)
    told = said_of(hamlet, "ned")
    assert not any("means to come" in one for one in told)
    assert "As agreed with Cora, he came to the Mill at 15:00." in told


# ---------------------------------------------------------------- news


def test_what_somebody_knew_from_the_start_is_no_news_to_them(hamlet):
    mine = hamlet.seed("ruth", "brewery")
    hamlet.remember("day 1 00:20", "ned", "The mill is to be sold to a brewery on day 3 at 15:00.", "seed")
    tells(hamlet, "day 1 09:00", "ruth", "ned", "The mill is to be sold to a brewery.", mine)
    tells(hamlet, "day 1 10:00", "ruth", "cora", "The mill is to be sold to a brewery.", mine)
    told = paper(hamlet).people
    assert not any("brewery" in one.text for one in told["ned"])
    assert any("brewery" in one.text for one in told["cora"])


def test_what_several_tell_somebody_is_told_once(hamlet):
    mine = hamlet.seed("ruth", "brewery")
    tells(hamlet, "day 1 09:00", "ruth", "cora", "The mill is to be sold to a brewery.", mine)
    tells(hamlet, "day 1 10:00", "ruth", "ned", "The mill is to be sold to a brewery.", mine)
    tells(hamlet, "day 1 11:00", "ned", "cora", "The mill is to be sold to a brewery.", mine)
    assert sum("brewery" in one for one in said_of(hamlet, "cora")) == 1


def passes_on(hamlet, *people):
    """Each of some people tells the next that the mill is to be sold."""
    told = hamlet.seed("ruth", "brewery")
    said = "The mill is to be sold to a brewery."
    for hour, (teller, hearer) in enumerate(pairwise(people), 9):
        learned = {hearer: f"They heard that {said}"}
        hamlet.talk(f"day 1 {hour:02}:00", [teller, hearer], [(teller, said, told)], learned=learned)
        told = hamlet.learned[0]


def test_that_most_heard_it_from_some_is_said_only_if_others_told_it_too(hamlet):
    passes_on(hamlet, "ruth", "ned", "cora", "otto")
    [told] = [one.sentence.text for one in paper(hamlet).turns if one.point.turn == "news_spread"]
    assert told.startswith("3 more people heard the news from Ruth, Ned and Cora; now 4 of 5 know:")


def test_that_most_heard_it_from_some_is_said_if_others_told_it_too(hamlet):
    passes_on(hamlet, "ruth", "ned", "cora", "otto", "thirza")
    [told] = [one.sentence.text for one in paper(hamlet).turns if one.point.turn == "news_spread"]
    assert told.startswith("4 more people heard the news, mostly from Ruth, Ned and Cora, and now everybody")


# ---------------------------------------------------------------- thoughts


def test_a_thought_is_told_with_pronouns_for_whose_it_is(hamlet):
    hamlet.remember(
        "day 1 12:00", "ruth", "Ruth Amsel has seen Otto Lamb twice, and Ruth trusts him.", "reflection"
    )
    told = said_of(hamlet, "ruth")
    assert told[-1] in (
        "On her mind: she has seen Otto twice, and she trusts him.",
        "What stayed with her: she has seen Otto twice, and she trusts him.",
    )


def test_that_somebody_told_another_a_thing_is_no_thought_worth_telling(hamlet):
    mine = hamlet.remember("day 1 00:20", "ruth", "Ruth Amsel thinks Otto Lamb a coward.", "reflection")
    [line] = hamlet.talk("day 1 09:00", ["ruth", "otto"], [("ruth", "I think you are a coward.", mine)])
    said = hamlet.remember("day 1 09:01", "ruth", "Ruth Amsel said so.", "talk", source=line)
    text = "Ruth Amsel has told Otto Lamb in person that Otto is a coward."
    hamlet.remember("day 1 12:00", "ruth", text, "reflection", evidence=(mine, said))
    assert not any("in person" in one for one in said_of(hamlet, "ruth"))
