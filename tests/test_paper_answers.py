"""Requests and invitations in the paper: each with its answer, and what came of it on the day it was due."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY, parse_moment
from engine.records import Intention, Memory
from tests.lived_towns import lived_town
from tests.planted import Planted
from tests.test_paper_paragraphs import paper, said_of
from tests.test_story import holds_an_occasion, is_at, turned

pytestmark = pytest.mark.slow

ROPE = {"others": ("otto",), "content": "the rope"}
PROMISED = "Ned Cobb asked Otto Lamb for the rope, and Otto Lamb promised it for the next day."
REFUSED = "Ned Cobb asked Otto Lamb for the rope, and Otto Lamb refused."


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("answers")) as opened:
        yield opened


@pytest.fixture
def hamlet(workspace, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60])


def keeps(hamlet, when, agent, text, line):
    """Somebody keeps something of a line, as they look back on a talk."""
    summary = hamlet.remember(when, agent, "They talked.", "talk")
    return hamlet.remember(when, agent, text, "talk", source=line, evidence=(summary,))


def asks_for_the_rope(hamlet, reply, kept, because="Otto Lamb did not grant it"):
    """Ned asks Otto for the rope on day 1 at 09:00, and is answered."""
    memory = hamlet.remember("day 1 00:20", "ned", "Ned Cobb lent Otto Lamb the rope.", "seed")
    first = hamlet.mean("day 1 00:20", "ned", "request", "held", "ask Otto Lamb for the rope", memory, **ROPE)
    asked, answered = hamlet.talk(
        "day 1 09:00", ["ned", "otto"], [("ned", "Could I have the rope?", memory), ("otto", reply)]
    )
    if kept:
        keeps(hamlet, "day 1 09:02", "ned", kept, answered)
        keeps(hamlet, "day 1 09:02", "otto", kept, asked)
    ended = {**ROPE, "began": first, "because": because}
    hamlet.mean("day 1 09:03", "ned", "request", "failed", "ask Otto Lamb for the rope", memory, **ended)


# ---- requests


def test_a_request_is_told_with_its_answer_to_both(hamlet):
    asks_for_the_rope(hamlet, "Yes, but I need until tomorrow.", PROMISED)
    told = paper(hamlet).people
    assert "He asked Otto for the rope, and Otto promised it for the next day." in texts(told["ned"])
    assert "Ned asked Otto for the rope, and Otto promised it for the next day." in texts(told["otto"])
    assert not any("Could I have the rope?" in one for agent in told for one in texts(told[agent]))


def texts(sentences):
    return [one.text for one in sentences]


def test_what_was_put_off_has_not_failed_that_day(hamlet):
    asks_for_the_rope(hamlet, "Yes, but I need until tomorrow.", PROMISED)
    assert turned(hamlet, "not_done") == turned(hamlet, "kept_waiting") == []


def test_what_was_put_off_and_did_not_come_is_the_story_of_its_day(hamlet):
    asks_for_the_rope(hamlet, "Yes, but I need until tomorrow.", PROMISED)
    [told] = turned(hamlet, "kept_waiting", 2)
    assert told.sentence.text == (
        "Ned asked Otto for the rope, and Otto promised it for the next day. "
        "That day has gone by, and nothing has come of it."
    )
    assert paper(hamlet, 2).headline.text == "Otto keeps Ned waiting"
    hamlet.until("day 4 00:00")
    assert hamlet.run.story().paper(3).headline.text == "A quiet day"


def test_nobody_is_kept_waiting_before_the_day_is_over(hamlet):
    asks_for_the_rope(hamlet, "Yes, but I need until tomorrow.", PROMISED)
    hamlet.until("day 3 00:00")
    assert hamlet.run.story("day 2 23:00").paper(2).turns == ()


def brings_it(hamlet):
    hamlet.talk("day 2 10:00", ["otto", "ned"], [("otto", "Here is your rope.")])


def does_it_by_himself(hamlet):
    hamlet.happen("day 2 10:00", "Otto Lamb carries the rope over to the cottages", actor="otto")


def is_asked_again(hamlet):
    hamlet.talk("day 1 19:00", ["ned", "otto"], [("ned", "The rope: tomorrow will do."), ("otto", "Good.")])


@pytest.mark.parametrize("since", [brings_it, does_it_by_himself, is_asked_again])
def test_nobody_is_said_to_wait_for_what_was_spoken_of_or_done_since(hamlet, since):
    asks_for_the_rope(hamlet, "Yes, but I need until tomorrow.", PROMISED)
    since(hamlet)
    assert turned(hamlet, "kept_waiting", 2) == []


def test_a_refusal_is_told_as_it_is_remembered(hamlet):
    asks_for_the_rope(hamlet, "I'm sorry, I need that myself.", REFUSED)
    [told] = turned(hamlet, "not_done")
    assert told.sentence.text == "Ned asked Otto for the rope, and Otto refused."
    assert paper(hamlet).headline.text == "Ned gets an answer from Otto"
    assert turned(hamlet, "kept_waiting", 2) == []


def test_the_reason_of_a_failure_is_a_sentence(hamlet):
    asks_for_the_rope(hamlet, "No.", "")
    [told] = turned(hamlet, "not_done")
    assert told.sentence.text == (
        "Ned did not manage what he meant to do: ask Otto for the rope. Otto did not grant it."
    )


def test_of_several_answers_to_one_request_none_is_told_alone(hamlet):
    memory = hamlet.remember("day 1 00:20", "ned", "Ned Cobb wants to be mayor.", "seed")
    hamlet.mean("day 1 00:20", "ned", "aim", "held", "be mayor", memory, what="mayor")
    for hour, who, name in ((9, "otto", "Otto Lamb"), (10, "ruth", "Ruth Amsel")):
        when = f"day 1 {hour:02}:00"
        said = [("ned", "Will you support me?", memory), (who, "Yes.")]
        asked, answered = hamlet.talk(when, ["ned", who], said)
        kept = f"Ned Cobb is standing for mayor, and {name} is for it."
        keeps(hamlet, f"day 1 {hour:02}:02", "ned", kept, answered)
        keeps(hamlet, f"day 1 {hour:02}:02", who, kept, asked)
    told = paper(hamlet).people
    assert "Ned is standing for mayor, and she is for it." in texts(told["ruth"])
    assert not any("standing for mayor" in one for one in texts(told["ned"]))


def test_a_request_ends_with_what_is_remembered_of_its_answer():
    """As the log has it: the reason of its state, which threads show too, is no guess at the answer."""
    with open_workspace(lived_town("three-neighbours", 2 * DAY, seed=1)) as workspace:
        log = workspace.runs.find("last").at().log
        ended = [row for row in log.rows(Intention, where={"kind": "request"}) if not row.is_open]
        kept = {(row.agent, row.text) for row in log.rows(Memory, where={"kind": "talk"})}
    assert ended
    assert all((row.agent, row.because) in kept for row in ended)


# ---- invitations


def gives_a_supper(hamlet, day=2):
    """Ruth means to give a supper at the Mill; return the memory of it, and when it is."""
    when = parse_moment(f"day {day} 18:00")
    memory = hamlet.remember("day 1 00:20", "ruth", "Ruth Amsel is giving a supper.", "seed")
    given = {"what": "harvest supper", "place": "Mill", "when": when, "others": ("ned", "cora", "otto")}
    hamlet.mean("day 1 00:20", "ruth", "occasion", "held", "give a supper", memory, **given)
    return memory, when


def is_asked_to_it(hamlet, hour, guest, name, memory, when, *, plans=True, without=""):
    """Ruth asks a guest, who accepts; both remember it."""
    at = f"day 1 {hour:02}:00"
    said = [("ruth", "I'm giving a supper. Will you come?", memory), (guest, "Gladly.")]
    asked, answered = hamlet.talk(at, ["ruth", guest], said)
    text = f"{name} means to come to Ruth Amsel's harvest supper at the Mill on day 2 at 18:00{without}."
    about = (guest, "ruth")
    keeps(hamlet, f"day 1 {hour:02}:00", guest, "Ruth Amsel told them that she gives a supper.", asked)
    promise = keeps(hamlet, f"day 1 {hour:02}:00", "ruth", text, answered)
    if plans:
        summary = hamlet.remember(at, guest, "They talked.", "talk", about=about)
        at_it = {"evidence": (summary,), "about": about, "place": "Mill", "when": when}
        hamlet.remember(at, guest, text, "plan", **at_it)
    return promise


def test_all_who_agreed_to_come_are_named_to_the_host_and_each_to_what(hamlet):
    memory, when = gives_a_supper(hamlet)
    is_asked_to_it(hamlet, 9, "ned", "Ned Cobb", memory, when)
    is_asked_to_it(hamlet, 10, "cora", "Cora Finch", memory, when)
    told = paper(hamlet).people
    assert texts(told["ruth"])[-1] == (
        "To her harvest supper at the Mill on day 2 at 18:00, Ned and Cora agreed to come."
    )
    assert "He agreed to come to Ruth’s harvest supper at the Mill on day 2 at 18:00." in texts(told["ned"])
    assert not any("means to come" in one or "Will you come?" in one for one in texts(told["ruth"]))
    assert not any("Will you come?" in one for one in texts(told["ned"]))


def test_who_knew_the_hour_already_is_named_by_what_the_host_remembers(hamlet):
    memory, when = gives_a_supper(hamlet)
    is_asked_to_it(hamlet, 9, "ned", "Ned Cobb", memory, when, plans=False)
    told = paper(hamlet).people
    assert "To her harvest supper at the Mill on day 2 at 18:00, Ned agreed to come." in texts(told["ruth"])
    assert "He agreed to come to Ruth’s harvest supper at the Mill on day 2 at 18:00." in texts(told["ned"])


def test_who_is_not_to_come_is_left_out(hamlet):
    memory, when = gives_a_supper(hamlet)
    is_asked_to_it(hamlet, 9, "ned", "Ned Cobb", memory, when, without=", with everybody but Otto Lamb")
    assert not any("everybody but" in one.text for one in paper(hamlet).sentences)


def test_a_thought_of_who_will_come_adds_nothing_to_their_names(hamlet):
    memory, when = gives_a_supper(hamlet)
    promise = is_asked_to_it(hamlet, 9, "ned", "Ned Cobb", memory, when)
    thought = "Ned Cobb has promised Ruth Amsel to come."
    hamlet.remember("day 1 11:00", "ruth", thought, "reflection", evidence=(promise,))
    assert not any("has promised" in one for one in said_of(hamlet, "ruth"))


def test_an_invitation_that_was_turned_down_is_told_with_the_reply(hamlet):
    memory, _ = gives_a_supper(hamlet)
    said = [("ruth", "I'm giving a supper. Will you come?", memory), ("ned", "I'm afraid I can't.")]
    asked, _ = hamlet.talk("day 1 09:00", ["ruth", "ned"], said)
    keeps(hamlet, "day 1 09:02", "ned", "Ruth Amsel told Ned Cobb that she gives a supper.", asked)
    told = [one for one in said_of(hamlet, "ned") if "supper" in one]
    assert told == [
        "From Ruth he heard this: “I'm giving a supper. Will you come?” The answer was: “I'm afraid I can't.”"
    ]


def test_to_agree_to_a_meeting_is_told_of_whom_and_when(hamlet):
    memory = hamlet.remember("day 1 00:20", "ruth", "Ruth Amsel would like to meet Ned Cobb.", "seed")
    when = parse_moment("day 2 10:00")
    given = {"others": ("ned",), "place": "Mill", "when": when}
    hamlet.mean("day 1 00:20", "ruth", "meeting", "held", "meet Ned Cobb", memory, **given)
    summary = hamlet.remember("day 1 09:00", "ned", "They talked.", "talk", about=("ned", "ruth"))
    plan = {"evidence": (summary,), "about": ("ned", "ruth"), "place": "Mill", "when": when}
    hamlet.remember("day 1 09:00", "ned", "Ned Cobb means to be there.", "plan", **plan)
    assert said_of(hamlet, "ned")[-1] == "He agreed to meet Ruth at the Mill on day 2 at 10:00."


# ---- what was agreed, and what was only meant or heard


def plans_to_be_at_the_mill(hamlet, evidence):
    plan = {"evidence": (evidence,), "about": ("otto", "cora"), "place": "Mill"}
    when = parse_moment("day 1 15:00")
    hamlet.remember("day 1 09:00", "otto", "Otto Lamb means to come.", "plan", when=when, **plan)
    is_at(hamlet, "day 1 14:50", "otto", "Mill")


def test_what_somebody_only_means_to_do_was_agreed_with_nobody(hamlet):
    meant = hamlet.remember("day 1 00:20", "otto", "Otto Lamb will see Cora.", "seed", about=("otto", "cora"))
    plans_to_be_at_the_mill(hamlet, meant)
    assert not any("agreed" in one for one in said_of(hamlet, "otto"))


def test_what_somebody_only_heard_of_was_agreed_with_nobody(hamlet):
    [line] = hamlet.talk("day 1 08:50", ["cora", "otto"], [("cora", "The vote is at the Mill at three.")])
    heard = {"source": line, "about": ("otto", "cora")}
    plans_to_be_at_the_mill(hamlet, hamlet.remember("day 1 08:50", "otto", "Cora said so.", "talk", **heard))
    assert not any("agreed" in one for one in said_of(hamlet, "otto"))


# ---- messages


def test_a_message_is_told_in_the_words_of_who_brought_it(hamlet):
    memory = hamlet.seed("cora", "Cora")
    content = {"others": ("ruth",), "content": "Cora Finch saw the well run dry"}
    first = hamlet.mean("day 1 08:00", "cora", "message", "held", "tell Ruth", memory, **content)
    hamlet.talk("day 1 09:00", ["cora", "ruth"], [("cora", "I saw the well run dry.", memory)])
    hamlet.mean("day 1 09:01", "cora", "message", "done", "tell Ruth", memory, began=first, **content)
    [told] = turned(hamlet, "brought")
    assert told.sentence.text == "Cora brought Ruth the message: “I saw the well run dry.”"


def test_an_occasion_for_one_is_no_headline_with_a_number(hamlet):
    for who in ("cora", "otto", "thirza"):
        is_at(hamlet, "day 1 12:00", who, "Ford")
    holds_an_occasion(hamlet, "ned")
    headline = paper(hamlet).headline.text
    assert headline in ("Ned comes to Ruth’s harvest supper", "Ruth’s harvest supper takes place")
