"""Threads: what became of everything that somebody means to do: how far it has come, when, and why."""

from __future__ import annotations

import json

import pytest

from engine.api.run import STATES
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.clock import parse_moment
from engine.errors import NotFound
from tests.planted import Planted
from tests.towns import without_intents

TOWN = "three-neighbours"


@pytest.fixture
def hamlet(tmp_path):
    with open_workspace(tmp_path) as workspace:
        yield Planted.in_workspace(workspace)


def thread(hamlet, when=None, agent="ruth"):
    """The one thing that Ruth means to do."""
    [only] = [one for one in hamlet.run.story(when).threads(agent) if one.state != "not_understood"]
    return only


def message(hamlet, **more):
    """Ruth has it at heart, from 08:00 on day 1, to tell Otto that the well is dry."""
    memory = hamlet.remember("day 1 08:00", "ruth", "Ruth Amsel means to tell Otto Lamb.", "plan")
    deed = "tell Otto Lamb that the well is dry"
    first = hamlet.mean("day 1 08:00", "ruth", "message", "held", deed, memory,
                        others=("otto",), content="the well is dry", **more)  # fmt: skip
    return memory, first


# ---- what is said to somebody


def test_what_is_to_be_said_is_asked_for_until_they_have_met(hamlet):
    message(hamlet)
    hamlet.until("day 1 12:00")
    found = thread(hamlet)
    assert (found.state, found.reason) == ("asked_for", "Ruth Amsel has not met Otto Lamb yet")
    assert (found.heard, found.unheard) == ((), ("otto",))
    assert found.words == "message: tell Otto Lamb that the well is dry"


def test_of_what_they_did_not_say_though_they_talked_the_talk_is_named(hamlet):
    message(hamlet)
    hamlet.talk("day 1 09:00", ["ruth", "otto"], [("ruth", "Fine weather.")])
    hamlet.until("day 1 12:00")
    found = thread(hamlet)
    assert found.reason == "They talked on day 1 09:00, but it was not mentioned to Otto Lamb"
    assert hamlet.run.why(found.shown_by).row.members == ("ruth", "otto")


def test_what_was_said_is_done_and_rests_on_the_line(hamlet):
    memory, first = message(hamlet)
    [line] = hamlet.talk("day 1 09:40", ["ruth", "otto"], [("ruth", "The well is dry.", memory)])
    hamlet.mean("day 1 09:41", "ruth", "message", "done", "tell Otto Lamb that the well is dry", memory,
                others=("otto",), began=first)  # fmt: skip
    hamlet.until("day 1 12:00")
    found = thread(hamlet)
    assert (found.state, found.shown_by, found.heard) == ("done", line, ("otto",))
    assert found.reason == "It was said to Otto Lamb on day 1 09:40, at Pub"
    assert [(step.state, step.minute) for step in found.history] == [("held", 480), ("done", 581)]
    assert found.ended == 581
    assert found.due is None


@pytest.mark.parametrize(
    ("talks", "said"),
    [
        (False, "It was due by day 1 10:00, but Ruth Amsel never met Otto Lamb"),
        (True, "They talked on day 1 09:00, but it was not mentioned to Otto Lamb"),
    ],
)
def test_what_was_not_said_in_time_is_late(hamlet, talks, said):
    message(hamlet, until=parse_moment("day 1 10:00"))
    if talks:
        hamlet.talk("day 1 09:00", ["ruth", "otto"], [("ruth", "Fine weather.")])
    hamlet.until("day 1 12:00")
    assert (thread(hamlet).state, thread(hamlet).reason) == ("late", said)


def test_at_a_past_moment_nothing_later_is_known(hamlet):
    memory, first = message(hamlet, until=parse_moment("day 1 10:00"))
    hamlet.talk("day 1 11:30", ["ruth", "otto"], [("ruth", "The well is dry.", memory)])
    hamlet.mean("day 1 11:31", "ruth", "message", "done", "tell Otto Lamb", memory, began=first)
    hamlet.until("day 1 12:00")
    states = {when: thread(hamlet, when).state for when in ("day 1 08:30", "day 1 11:00", "day 1 12:00")}
    assert list(states.values()) == ["asked_for", "late", "done"]
    assert thread(hamlet, "day 1 08:30").due == 600
    assert not hamlet.run.story("day 1 07:00").threads("ruth")


# ---- occasions and meetings


def party(hamlet, state="held", began=0, at="day 1 08:00", memory=0, **more):
    memory = memory or hamlet.remember(at, "ruth", "Ruth Amsel gives a supper.", "plan")
    when = parse_moment("day 1 17:00")
    row = hamlet.mean(at, "ruth", "occasion", state, "give a supper", memory, what="supper", place="Pub",
                      when=when, began=began, **{"others": ("*",), **more})  # fmt: skip
    return memory, began or row


def test_an_occasion_says_who_has_heard_of_it_and_who_has_not(hamlet):
    memory, first = party(hamlet)
    hamlet.talk("day 1 09:00", ["ruth", "ned"], [("ruth", "Come to supper.", memory)])
    party(hamlet, "told", first, "day 1 09:01", memory)
    hamlet.until("day 1 12:00")
    found = thread(hamlet)
    assert (found.state, found.heard) == ("told", ("ned",))
    assert set(found.unheard) == {"cora", "otto", "thirza"}
    assert (
        found.reason
        == "Heard of it so far: Ned Cobb (most recently on day 1 09:00); people who have not heard of it: 3"
    )
    assert found.due == parse_moment("day 1 17:00")


def test_whoever_is_not_to_be_asked_is_not_waited_for(hamlet):
    memory, _ = party(hamlet)
    hamlet.mean("day 1 08:00", "ruth", "prohibition", "held", "ask Cora Finch", memory, others=("cora",),
                what="supper", forbids="occasion")  # fmt: skip
    hamlet.until("day 1 12:00")
    [found] = hamlet.run.threads("ruth", kind="occasion")
    assert set(found.unheard) == {"ned", "otto", "thirza"}
    assert (found.state, found.reason) == ("asked_for", "Nobody has heard of it yet")


def test_an_occasion_that_was_held_says_who_came(hamlet):
    memory, first = party(hamlet)
    hamlet.go = lambda agent, when: hamlet.plant(parse_moment(when), here(agent))
    hamlet.go("ned", "day 1 17:05")
    party(hamlet, "begun", first, "day 1 17:00", memory)
    party(hamlet, "done", first, "day 1 19:00", memory)
    hamlet.until("day 1 21:00")
    assert thread(hamlet, "day 1 16:30").state == "asked_for"
    assert thread(hamlet, "day 1 17:03").reason == "It started on day 1 17:00; nobody is there yet"
    assert (thread(hamlet, "day 1 17:30").state, thread(hamlet, "day 1 17:30").reason) == (
        "under_way",
        "1 came: Ned Cobb",
    )
    assert (thread(hamlet).state, thread(hamlet).reason) == ("done", "1 came: Ned Cobb")


def test_who_was_asked_by_name_and_did_not_come_is_named(hamlet):
    guests = {"others": ("ned", "otto")}
    memory, first = party(hamlet, **guests)
    hamlet.plant(parse_moment("day 1 17:05"), here("ned"))
    party(hamlet, "begun", first, "day 1 17:00", memory, **guests)
    party(hamlet, "done", first, "day 1 19:00", memory, **guests)
    hamlet.until("day 1 21:00")
    assert thread(hamlet, "day 1 17:30").reason == "1 came: Ned Cobb"
    assert thread(hamlet).reason == "1 came: Ned Cobb; Otto Lamb did not come"


def here(agent):
    from engine.records import Presence

    return Presence(
        id=0, agent=agent, room="Pub", inside=True, asleep=False, next=9_999, reason="step", doing="eat"
    )


def test_an_occasion_nobody_had_heard_of_is_late(hamlet):
    party(hamlet)
    hamlet.until("day 1 21:00")
    assert thread(hamlet).state == "late"
    assert thread(hamlet).reason == "It was due by day 1 17:00, but nobody had heard of it"


def test_an_occasion_that_did_not_take_place_says_where_its_host_was(hamlet):
    memory, first = party(hamlet)
    hamlet.talk("day 1 09:00", ["ruth", "ned"], [("ruth", "Come to supper.", memory)])
    party(hamlet, "told", first, "day 1 09:01", memory)
    hamlet.until("day 1 21:00")
    assert thread(hamlet).state == "late"
    assert thread(hamlet).reason == "On day 1 17:00, Ruth Amsel was at the one of the Lane Cottages"


# ---- what one does by oneself, keeps to, or lets go


def own(hamlet, kind, state="held", **more):
    memory = hamlet.remember("day 1 08:00", "ruth", "Ruth Amsel thinks of it.", "reflection")
    return memory, hamlet.mean("day 1 08:00", "ruth", kind, state, "mend the gate", memory, **more)


@pytest.mark.parametrize(
    ("kind", "more", "state", "reason"),
    [
        ("deed", {}, "asked_for", "Not done yet; no time is set"),
        ("deed", {"when": 1140}, "asked_for", "Not due yet: planned for day 1 19:00"),
        ("deed", {"until": 1140}, "asked_for", "Not done yet; due by day 1 19:00"),
        ("deed", {"until": 540}, "late", "It was due by day 1 09:00, but was not started"),
        ("errand", {"state": "begun"}, "under_way", "In progress since day 1 08:00"),
        ("errand", {"state": "done"}, "done", "Done by day 1 08:00"),
        ("errand", {"state": "failed", "because": "The shop is shut."}, "failed",
         "It failed: The shop is shut."),
        ("request", {"state": "agreed", "because": "Ned Cobb agreed"}, "agreed", "Agreed: Ned Cobb agreed"),
        ("question", {"state": "done", "because": "Ned Cobb answered it"}, "done",
         "Done on day 1 08:00: Ned Cobb answered it"),
        ("errand", {"state": "failed"}, "failed", "It failed: the log does not say why"),
        ("errand", {"state": "dropped", "because": "Ruth stays in."}, "dropped",
         "It was dropped: Ruth stays in."),
        ("habit", {"when": 420}, "daily", "Every day at 07:00"),
        ("habit", {}, "daily", "Every day, at no set time"),
        ("secret", {"others": ("ned",)}, "kept_to", "In effect since day 1 08:00"),
        ("prohibition", {"until": 1440}, "kept_to", "In effect from day 1 08:00 until day 2 00:00"),
        ("prohibition", {"until": 600}, "kept_to", "It ended on day 1 10:00"),
    ],
)  # fmt: skip
def test_how_something_stands_is_said_with_why(hamlet, kind, more, state, reason):
    own(hamlet, kind, **more)
    hamlet.until("day 1 12:00")
    assert (thread(hamlet).state, thread(hamlet).reason) == (state, reason)


def keeps_a_secret(hamlet, kind="secret", **more):
    text = "Ned Cobb knows of the ninety pounds that Thirza Vole owes, and has promised to say nothing."
    memory = hamlet.remember("day 1 08:00", "ned", text, "seed", about=("ned", "thirza"))
    hamlet.mean("day 1 08:00", "ned", kind, "held", "say nothing", memory, **more)
    return memory


def secret(hamlet):
    hamlet.until("day 1 12:00")
    [found] = [one for one in hamlet.run.threads("ned") if one.kind in ("secret", "prohibition")]
    return found


def test_a_secret_that_was_told_to_somebody_from_whom_it_is_kept_was_not_kept(hamlet):
    memory = keeps_a_secret(hamlet, others=("thirza",))
    [line] = hamlet.talk("day 1 09:00", ["ned", "thirza"], [("ned", "You owe ninety pounds.", memory)])
    found = secret(hamlet)
    assert (found.state, found.heard, found.shown_by) == ("failed", ("thirza",), line)
    assert found.reason == "It was said to Thirza Vole on day 1 09:00, at Pub"


def test_a_secret_that_was_told_to_somebody_else_is_kept(hamlet):
    memory = keeps_a_secret(hamlet, others=("thirza",))
    hamlet.talk("day 1 09:00", ["ned", "cora"], [("ned", "Thirza owes ninety pounds.", memory)])
    assert (secret(hamlet).state, secret(hamlet).reason) == ("kept_to", "In effect since day 1 08:00")


def test_a_secret_that_two_share_is_kept_when_they_speak_of_it(hamlet):
    memory = keeps_a_secret(hamlet)
    known = hamlet.remember("day 1 08:00", "cora", "Thirza Vole owes the pub ninety pounds.", "seed")
    hamlet.knows("day 1 08:01", "ned", "thirza-debt", memory)
    hamlet.knows("day 1 08:01", "cora", "thirza-debt", known)
    hamlet.talk("day 1 09:00", ["ned", "cora"], [("ned", "Thirza owes ninety pounds.", memory)])
    assert secret(hamlet).state == "kept_to"


def test_what_was_told_when_it_was_no_secret_any_more_was_kept(hamlet):
    memory = keeps_a_secret(hamlet, until=parse_moment("day 1 08:30"))
    hamlet.talk("day 1 09:00", ["ned", "cora"], [("ned", "Thirza owes ninety pounds.", memory)])
    assert secret(hamlet).state == "kept_to"


def test_who_says_nothing_of_it_but_speaks_of_the_matter_is_told_with_those_who_heard(hamlet):
    keeps_a_secret(hamlet, "prohibition", forbids="deed")
    text = "Ned Cobb thinks that Thirza Vole should pay the ninety pounds."
    view = hamlet.remember("day 1 08:00", "ned", text, "seed", about=("ned", "thirza"))
    [line] = hamlet.talk("day 1 09:00", ["ned", "cora"], [("ned", "Thirza should pay.", view)])
    found = secret(hamlet)
    assert (found.state, found.shown_by) == ("kept_to", line)
    assert found.reason == "In effect since day 1 08:00; mentioned to Cora Finch"


def test_a_habit_is_next_due_at_its_next_hour(hamlet):
    own(hamlet, "habit", when=420)
    hamlet.until("day 1 12:00")
    assert thread(hamlet).due == parse_moment("day 2 07:00")


def test_what_was_begun_and_done_says_from_when_until_when(hamlet):
    memory, first = own(hamlet, "deed")
    for when, state in (("day 1 09:00", "begun"), ("day 1 09:40", "done")):
        hamlet.mean(when, "ruth", "deed", state, "mend the gate", memory, began=first)
    hamlet.until("day 1 12:00")
    assert thread(hamlet).reason == "Done between day 1 09:00 and day 1 09:40"


def test_a_meeting_took_place_when_they_met_not_when_they_parted(hamlet):
    memory, first = own(hamlet, "meeting", others=("ned",), place="Pub", when=540)
    for when, state in (("day 1 08:57", "begun"), ("day 1 10:20", "done")):
        hamlet.mean(when, "ruth", "meeting", state, "meet Ned Cobb", memory, others=("ned",), began=first,
                    place="Pub", when=540)  # fmt: skip
    hamlet.until("day 1 12:00")
    assert thread(hamlet).reason == "They met on day 1 08:57, at Pub"
    assert thread(hamlet).words == "meeting: meet Ned Cobb", "nobody is named twice"


# ---- where it comes from


def test_a_whisper_is_found_behind_what_was_resolved_upon_it(hamlet):
    whisper = hamlet.remember("day 1 08:00", "ruth", "Ruth Amsel hears an inner voice.", "whisper")
    resolve = hamlet.remember("day 1 08:01", "ruth", "Ruth Amsel will mend it.", "plan", evidence=(whisper,))
    hamlet.mean("day 1 08:01", "ruth", "deed", "held", "mend the gate", resolve)
    hamlet.until("day 1 12:00")
    source = thread(hamlet).source
    assert (source.origin, source.memory) == ("whisper", whisper)
    assert len(hamlet.run.threads("ruth")) == 1, "what was understood of it does not stand there twice"


def test_a_whisper_of_which_nothing_was_understood_stands_there(hamlet):
    whisper = hamlet.remember("day 1 08:00", "ruth", "Blue is a colour.", "whisper")
    hamlet.until("day 1 09:00")
    [unheard] = hamlet.run.story("day 1 08:30").threads("ruth")
    assert unheard.state == "asked_for"
    assert unheard.reason == "They have heard it but have not acted on it yet"
    hamlet.remember("day 1 10:00", "ruth", "Ruth Amsel thinks of blue.", "plan", evidence=(whisper,))
    hamlet.until("day 1 12:00")
    [found] = hamlet.run.threads("ruth")
    assert (found.state, found.words, found.row) == ("not_understood", "Blue is a colour.", None)
    assert "stayed a thought" in found.reason


def test_a_first_memory_that_asks_something_and_is_not_understood_stands_there(tmp_path):
    files = without_intents(TOWN)
    nell = files["personas/nell.yaml"]
    lines = "intends:\n  - {kind: meeting, with: otto, where: Towpath, at: day 1 19:00}\n"
    nell = nell.replace("seed: >-\n", "seed: >-\n  Nell Hartley wants to zorp the glimmer quite often;\n", 1)
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.save("town", {**files, "personas/nell.yaml": nell + lines})
        run = workspace.runs.new("town")
        run.live("day 1 00:01")
        by_state = {one.state: one for one in run.threads("nell")}
        meeting = next(one for one in run.threads("nell") if one.kind == "meeting")
        assert (meeting.source.origin, meeting.source.file) == ("intends", "personas/nell.yaml")
        assert meeting.due == 19 * 60
        assert "zorp" in by_state["not_understood"].words


# ---- all of them


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("threads")) as workspace:
        run = workspace.runs.new(TOWN)
        run.live("day 1 20:00")
        yield run


def test_what_went_wrong_stands_first_and_each_can_be_asked_for(lived):
    every = lived.threads()
    places = [STATES.index(one.state) for one in every]
    assert places == sorted(places)
    assert every == lived.story().threads()
    for one in every:
        assert one in lived.threads(one.agent, state=one.state)
        assert lived.why(one.shown_by).row.id == one.shown_by
        assert one.reason
        assert one.words


@pytest.mark.parametrize("given", [{"state": "latte"}, {"kind": "waltz"}, {"agent": "nobody"}])
def test_what_does_not_exist_is_refused(lived, given):
    with pytest.raises(NotFound):
        lived.threads(**given)


def test_they_make_a_data_frame(lived):
    frame = lived.threads().to_frame()
    assert len(frame) == len(lived.threads())
    assert {"state", "reason", "due", "heard", "origin"} <= set(frame.columns)


def test_a_terminal_lists_them_narrowed_as_asked(lived, capsys):
    place = ["--workspace", str(lived.store.path.parent)]
    assert main(["threads", lived.row.id, *place]) == 0
    said = capsys.readouterr().out
    for one in lived.threads():
        assert one.words in said
        assert one.reason in said
    first = lived.threads()[0]
    assert (
        main(["threads", lived.row.id, "--agent", first.agent, "--state", first.state, "--json", *place]) == 0
    )
    facts = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in facts] == [one.id for one in lived.threads(first.agent, state=first.state)]
    assert main(["threads", lived.row.id, "--at", "day 1 00:01", "--kind", "meeting", *place]) == 0
    assert main(["threads", lived.row.id, "--state", "latte", *place]) == 1
    assert "did you mean 'late'?" in capsys.readouterr().err
