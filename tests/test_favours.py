"""Favours: who agrees to a request has not done it; the log shows later whether it was kept."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import parse_moment
from engine.insight.sifting.bundled import bundled_sifts
from engine.records import Conversation, Intention, Line
from engine.row_ids import row_id
from tests.planted import Planted
from tests.test_story import is_at

STAYS = "stay behind after the supper"
LADDER = "the long ladder"
UNSHOWN = "Ned Cobb agreed to it on day 1 09:01; the log does not show whether it was done"
VISITOR = "visitor:Eve"


@pytest.fixture
def hamlet(tmp_path):
    with open_workspace(tmp_path) as workspace:
        yield Planted.in_workspace(workspace)


def asks(hamlet, wish, *answers, state="agreed", when="day 1 09:00", keeps=""):
    """Ruth asks Ned for something; he answers, or whoever is named with an answer.

    Of the line that begins with `keeps` she keeps a memory.
    """
    memory = hamlet.remember("day 1 08:00", "ruth", f"Ruth Amsel means to ask Ned Cobb: {wish}.", "plan")
    wanted = {"others": ("ned",), "content": wish}
    first = hamlet.mean("day 1 08:00", "ruth", "request", "held", f"ask Ned Cobb: {wish}", memory, **wanted)
    answered = [("ned", answer) if isinstance(answer, str) else answer for answer in answers]
    said = [("ruth", f"Could I ask you this: {wish}?", memory), *answered]
    members = list(dict.fromkeys(["ruth", "ned", *(speaker for speaker, _ in answered)]))
    lines = hamlet.talk(when, members, [*said, ("ruth", "Lovely. And the weather?")])
    for line, (_, text, *_) in zip(lines, said, strict=False):
        if keeps and text.startswith(keeps):
            summary = hamlet.remember(when, "ruth", "They talked.", "talk", source=lines[0])
            hamlet.remember(when, "ruth", f"Ruth heard: {text}", "talk", source=line, evidence=(summary,))
    because = "Ned Cobb agreed" if state == "agreed" else "Ned Cobb did not grant it"
    hamlet.mean(when, "ruth", "request", state, f"ask Ned Cobb: {wish}", memory, began=first, because=because,
                **wanted)  # fmt: skip
    return lines


def holds_a_supper(hamlet):
    """Ruth gives a supper in the Pub, from 17:00 to 19:00."""
    memory = hamlet.remember("day 1 07:00", "ruth", "Ruth Amsel gives a supper at the Pub.", "plan")
    given = {"what": "harvest supper", "place": "Pub/taproom", "when": parse_moment("day 1 17:00")}
    first = hamlet.mean("day 1 07:00", "ruth", "occasion", "held", "give a supper", memory, **given)
    is_at(hamlet, "day 1 16:30", "ruth", "Pub/taproom")
    for when, state in (("day 1 17:00", "begun"), ("day 1 19:00", "done")):
        hamlet.mean(when, "ruth", "occasion", state, "give a supper", memory, began=first, **given)


def request(hamlet, when=None):
    [found] = hamlet.run.story(when).threads("ruth", kind="request")
    return found


def broken(hamlet):
    sift = next(one for one in bundled_sifts() if one.name == "promised-and-broke-it")
    return [one.sentence for one in hamlet.run.story().sift(sift).findings]


# ---- it is only agreed to


def test_what_the_log_cannot_show_stays_agreed_to(hamlet):
    asks(hamlet, "forty paper lanterns", "Yes, I can do that.")
    hamlet.until("day 3 00:00")
    found = request(hamlet)
    assert found.state == "agreed"
    assert found.reason == UNSHOWN
    assert broken(hamlet) == []


def test_it_rests_on_the_line_that_agreed_and_not_on_the_end_of_the_talk(hamlet):
    _, agreed, _ = asks(hamlet, "forty paper lanterns", "Yes, I can do that.")
    hamlet.until("day 1 12:00")
    assert request(hamlet).shown_by == agreed


def test_why_it_was_agreed_to_is_the_line_that_agreed_and_the_one_that_asked(hamlet):
    memory = hamlet.remember("day 1 08:00", "ruth", "Ruth Amsel means to ask Ned Cobb.", "plan")
    wanted = {"agent": "ruth", "kind": "request", "deed": "ask Ned", "memory": memory, "others": ("ned",)}
    [first] = hamlet.plant(parse_moment("day 1 08:01"), Intention(id=0, state="held", **wanted))
    minute = parse_moment("day 1 09:00")
    said = [("ruth", "Could I have it?", memory), ("ned", "Yes.", 0), ("ruth", "And the weather?", 0)]
    talk = row_id(minute, 1, 1)
    rows = [
        Line(id=0, conversation=talk, speaker=who, hearers=("cora",), said_at=minute, text=text, tells=tells)
        for who, text, tells in said
    ]
    *lines, agreed = hamlet.plant(minute, *rows, Intention(id=0, state="agreed", began=first, **wanted))
    hamlet.until("day 1 12:00")
    assert [row.id for row in hamlet.run.why(agreed).other_causes["said"]] == [lines[1], lines[0]]


def test_a_question_back_is_no_answer_if_another_line_is_remembered(hamlet):
    _, _, agreed, _ = asks(hamlet, LADDER, "What for?", "Yes, take it.", keeps="Yes")
    hamlet.until("day 1 12:00")
    assert request(hamlet).shown_by == agreed


def test_what_a_bystander_says_is_no_answer(hamlet):
    *_, agreed, _ = asks(hamlet, STAYS, ("cora", "My mother is ill."), "Of course.", keeps="My mother")
    holds_a_supper(hamlet)
    is_at(hamlet, "day 1 17:05", "ned", "Pub/taproom")
    is_at(hamlet, "day 1 18:10", "cora", "Ford")
    hamlet.until("day 2 00:00")
    assert request(hamlet, "day 1 12:00").shown_by == agreed
    assert (request(hamlet).state, broken(hamlet)) == ("done", [])


def test_what_is_said_after_another_matter_was_raised_is_no_answer(hamlet):
    memory = hamlet.remember("day 1 08:00", "ruth", "Ruth Amsel means to ask Ned Cobb.", "plan")
    news = hamlet.remember("day 1 08:00", "ruth", "The mill is for sale.")
    wanted = {"others": ("ned",), "content": LADDER}
    first = hamlet.mean("day 1 08:00", "ruth", "request", "held", "ask Ned Cobb", memory, **wanted)
    asked, told = ("ruth", "Have you a ladder?", memory), ("ruth", "The mill is for sale.", news)
    said = [asked, ("ned", "Take it."), told, ("ned", "I can't believe it.")]
    _, agreed, _, reply = hamlet.talk("day 1 09:00", ["ruth", "ned"], said)
    summary = hamlet.remember("day 1 09:00", "ruth", "They talked.", "talk")
    hamlet.remember("day 1 09:00", "ruth", "Ned doubts it.", "talk", source=reply, evidence=(summary,))
    hamlet.mean("day 1 09:00", "ruth", "request", "agreed", "ask Ned Cobb", memory, began=first, **wanted)
    hamlet.until("day 1 12:00")
    assert request(hamlet).shown_by == agreed


def test_what_was_refused_has_failed(hamlet):
    asks(hamlet, LADDER, "No, I need it.", state="failed")
    hamlet.until("day 3 00:00")
    assert (request(hamlet).state, request(hamlet).reason) == (
        "failed", "It failed: Ned Cobb did not grant it",
    )  # fmt: skip
    assert broken(hamlet) == []


# ---- to stay on after something


def test_who_left_before_the_end_did_not_stay_behind(hamlet):
    asks(hamlet, STAYS, "Yes, I can do that.")
    holds_a_supper(hamlet)
    is_at(hamlet, "day 1 17:05", "ned", "Pub/taproom")
    is_at(hamlet, "day 1 18:10", "ned", "Ford")
    hamlet.until("day 2 00:00")
    assert request(hamlet, "day 1 18:00").state == "agreed"
    found = request(hamlet)
    assert found.state == "failed"
    assert found.reason == "Ned Cobb agreed to it on day 1 09:01, but was at the Ford on day 1 19:00"
    assert hamlet.run.why(found.shown_by).row.room == "Ford"
    assert broken(hamlet) == [
        "Ned had said yes when Ruth asked him to stay behind after the supper, and did not do it. At 19:00"
        " Ned was at the Ford."
    ]


def test_who_is_still_there_after_the_end_has_stayed_behind(hamlet):
    asks(hamlet, STAYS, "Yes, I can do that.")
    holds_a_supper(hamlet)
    is_at(hamlet, "day 1 17:05", "ned", "Pub/taproom")
    is_at(hamlet, "day 1 19:20", "ned", "Ford")
    hamlet.until("day 2 00:00")
    assert request(hamlet).state == "done"
    assert request(hamlet).reason == "Ned Cobb kept the promise: on day 1 19:00, at the taproom of the Pub"
    assert broken(hamlet) == []


def test_of_who_left_just_before_the_end_nothing_is_claimed(hamlet):
    asks(hamlet, STAYS, "Yes, I can do that.")
    holds_a_supper(hamlet)
    is_at(hamlet, "day 1 17:05", "ned", "Pub/taproom")
    is_at(hamlet, "day 1 18:50", "ned", "Ford")
    hamlet.until("day 2 00:00")
    assert request(hamlet).state == "agreed"


# ---- for another day


def test_what_is_promised_for_the_next_day_is_agreed_to_until_that_day_is_over(hamlet):
    asks(hamlet, LADDER, "Yes, but I need until tomorrow.", keeps="Yes")
    hamlet.until("day 3 00:00")
    assert request(hamlet, "day 2 20:00").state == "agreed"
    assert request(hamlet, "day 2 20:00").reason == "Ned Cobb promised it on day 1 09:01 for day 2"
    assert request(hamlet).state == "failed"
    assert request(hamlet).reason == (
        "Ned Cobb promised it on day 1 09:01 for day 2, but they did not talk again by the end of that day"
    )
    assert broken(hamlet) == [
        "Ruth heard: Yes, but I need until tomorrow. That day has gone by, and nothing has come of it."
    ]


def test_if_they_talked_in_time_the_log_does_not_show_that_it_was_not_done(hamlet):
    asks(hamlet, LADDER, "Yes, but I need until tomorrow.", keeps="Yes")
    hamlet.talk("day 2 10:00", ["ned", "ruth"], [("ned", "Fine weather."), ("ruth", "Yes.")])
    hamlet.until("day 3 00:00")
    assert (request(hamlet).state, broken(hamlet)) == ("agreed", [])
    assert request(hamlet).reason == UNSHOWN, "the day for which it was promised is over"


def test_if_it_was_busy_with_it_in_time_the_log_does_not_show_that_it_was_not_done(hamlet):
    asks(hamlet, LADDER, "Yes, but I need until tomorrow.", keeps="Yes")
    hamlet.happen("day 2 10:00", "Ned Cobb carries the ladder over to the Pub", actor="ned")
    hamlet.until("day 3 00:00")
    assert (request(hamlet).state, request(hamlet).reason, broken(hamlet)) == ("agreed", UNSHOWN, [])


def test_of_an_answer_that_names_two_days_the_log_does_not_show_for_which_it_is(hamlet):
    asks(hamlet, LADDER, "On day 3 I have to go to the fair. Tomorrow, all right?", keeps="On day 3")
    hamlet.until("day 5 00:00")
    assert (request(hamlet).state, request(hamlet).reason, broken(hamlet)) == ("agreed", UNSHOWN, [])


def test_a_question_that_was_put_off_is_awaited_on_the_day(hamlet):
    memory = hamlet.remember("day 1 08:00", "ruth", "Ruth Amsel means to ask Ned Cobb.", "plan")
    hamlet.mean("day 1 08:00", "ruth", "question", "told", "ask Ned Cobb who has the key", memory,
                others=("ned",), content="who has the key")  # fmt: skip
    said = [("ruth", "Who has it?", memory), ("ned", "I can tell you tomorrow.")]
    _, line = hamlet.talk("day 1 09:00", ["ruth", "ned"], said)
    summary = hamlet.remember("day 1 09:00", "ruth", "They talked.", "talk")
    hamlet.remember("day 1 09:00", "ruth", "Ned Cobb will tell Ruth Amsel tomorrow.", "talk", source=line,
                    evidence=(summary,))  # fmt: skip
    hamlet.until("day 3 00:00")
    assert broken(hamlet) == [
        "Ned will tell Ruth tomorrow. That day has gone by, and nothing has come of it."
    ]


def test_nobody_waits_for_a_visitor_who_put_something_off(hamlet):
    memory = hamlet.remember("day 1 08:00", "ruth", "Ruth Amsel means to ask for a ladder.", "plan")
    wanted = {"agent": "ruth", "kind": "request", "deed": "ask for a ladder", "content": LADDER}
    [first] = hamlet.plant(
        parse_moment("day 1 08:01"), Intention(id=0, state="held", memory=memory, **wanted)
    )
    minute = parse_moment("day 1 09:00")
    talk = row_id(minute, 1, 1)
    asked, answered = row_id(minute, 1, 2), row_id(minute, 1, 3)
    hamlet.plant(
        minute,
        Conversation(id=talk, room="Pub", members=("ruth", VISITOR), until=minute + 2),
        Line(id=asked, conversation=talk, speaker="ruth", hearers=(VISITOR,), said_at=minute,
             text="Has anybody got a ladder?", tells=memory),
        Line(id=answered, conversation=talk, speaker=VISITOR, hearers=("ruth",), said_at=minute + 1,
             text="Yes, but I need until tomorrow."),
    )  # fmt: skip
    summary = hamlet.remember("day 1 09:00", "ruth", "They talked.", "talk", source=talk)
    hamlet.remember("day 1 09:00", "ruth", "Eve promised it.", "talk", source=answered, evidence=(summary,))
    hamlet.mean("day 1 09:00", "ruth", "request", "agreed", "ask for a ladder", memory, began=first,
                content=LADDER, because="Eve promised it")  # fmt: skip
    hamlet.until("day 3 00:00")
    assert (request(hamlet).state, request(hamlet).reason) == ("agreed", "Agreed: Eve promised it")
    assert broken(hamlet) == []


def test_an_intention_of_their_own_shows_that_it_was_done(hamlet):
    asks(hamlet, LADDER, "Yes, but I need until tomorrow.", keeps="Yes")
    memory = hamlet.remember("day 2 08:00", "ned", "Ned Cobb means to bring the long ladder.", "plan")
    done = hamlet.mean("day 2 09:00", "ned", "help", "done", "bring Ruth Amsel the long ladder", memory,
                       others=("ruth",))  # fmt: skip
    hamlet.until("day 3 00:00")
    found = request(hamlet)
    assert (found.state, found.reason, found.shown_by) == ("done", "Ned Cobb did it on day 2 09:00", done)
    assert broken(hamlet) == []


def test_what_was_done_a_day_late_is_done_and_was_waited_for(hamlet):
    asks(hamlet, LADDER, "Yes, but I need until tomorrow.", keeps="Yes")
    memory = hamlet.remember("day 3 08:00", "ned", "Ned Cobb means to bring the long ladder.", "plan")
    hamlet.mean("day 3 09:00", "ned", "help", "done", "bring Ruth Amsel the long ladder", memory,
                others=("ruth",))  # fmt: skip
    hamlet.until("day 4 00:00")
    assert (request(hamlet).state, request(hamlet, "day 3 00:00").state) == ("done", "failed")
    assert len(broken(hamlet)) == 1


# ---- at an hour


@pytest.mark.parametrize(("room", "state"), [("Mill", "done"), ("Ford", "failed")])
def test_what_became_an_engagement_is_kept_by_coming(hamlet, room, state):
    asks(hamlet, "mend the wheel", "Yes, I can do that.")
    summary = hamlet.remember("day 1 09:00", "ned", "They talked.", "talk", about=("ruth", "ned"))
    hamlet.remember("day 1 09:00", "ned", "Ned Cobb will mend the wheel.", "plan", evidence=(summary,),
                    place="Mill", when=parse_moment("day 1 15:00"))  # fmt: skip
    is_at(hamlet, "day 1 14:55", "ned", room)
    hamlet.until("day 2 00:00")
    assert (
        request(hamlet, "day 1 12:00").reason
        == "Ned Cobb agreed to it on day 1 09:01; it is due by day 1 15:00"
    )
    assert request(hamlet).state == state
    assert len(broken(hamlet)) == (state == "failed"), "it is told once, as a broken promise"
