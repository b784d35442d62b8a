"""The author's hand in the studio: one form for all that can be done, what is planned, and what was done."""

from __future__ import annotations

import pytest

from engine.api.interventions import (
    INTERVENTIONS,
    Add,
    Amend,
    Feel,
    Forget,
    Happen,
    LockLine,
    Remember,
    Tie,
    Undo,
    Whisper,
    asked_for,
)
from studio.interventions.outcome_words import _outcome, done_words
from tests.studios import handed, lived, open_up, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path):
    workspace, run = lived(tmp_path)
    with workspace:
        yield run


@pytest.fixture
def hand(monkeypatch, tmp_path, run):
    """The form on the Stage page, for an intervention."""

    def opened(verb=None):
        at = studio(monkeypatch, tmp_path, "stage")
        open_up(at, "stage-intervene")
        if verb:
            at.selectbox(key=f"intervene-what-{run.number}").set_value(verb).run()
        return at

    return opened


def test_an_empty_list_says_what_will_stand_there(hand):
    assert "There are no interventions in this run yet. Those you make above are listed here" in words(hand())


def test_everything_that_can_be_done_is_offered_but_what_stands_elsewhere(hand, run):
    offered = hand().selectbox(key=f"intervene-what-{run.number}").options
    assert "Move a person" in offered
    assert "Set a relationship" in offered
    assert "Whisper" not in offered
    assert "Undo" not in offered


@pytest.mark.soak
def test_what_is_done_is_signed_listed_and_undone(hand, run):
    at = hand("move")
    quay = run.town.world.entry("Quay")
    at.selectbox(key=f"move-agent-{run.number}").set_value("isabel")
    at.selectbox(key=f"move-room-{run.number}").set_value(quay)
    at.text_input(key="move-who").set_value("Ms Day")
    at.text_input(key="move-why").set_value("a lesson")
    press(at, f"move-go-{run.number}")
    assert run.at().people["isabel"].room == quay
    (done,) = run.at().interventions
    assert (done.entry.who, done.entry.why) == ("Ms Day", "a lesson")
    at = hand()
    assert "Isabel Moreno is in Quay." in words(at)
    assert "Ms Day: a lesson." in words(at)
    press(at, f"intervention-undo-{done.entry.id}")
    assert run.at().people["isabel"].room != quay
    at = hand()
    assert "Undone: Isabel Moreno is in Quay." in words(at)
    assert "Redo" in [button.label for button in at.button]
    assert f"intervention-undo-{done.entry.id}" not in [button.key for button in at.button]


@pytest.mark.soak
def test_the_reason_of_one_deed_is_not_that_of_the_next(hand, run):
    at = hand("move")
    at.selectbox(key=f"move-agent-{run.number}").set_value("isabel")
    at.selectbox(key=f"move-room-{run.number}").set_value(run.town.world.entry("Quay"))
    at.text_input(key="move-why").set_value("a lesson")
    at = press(at, f"move-go-{run.number}")
    assert [one.value for one in at.text_input if one.label == "Reason (optional)"] == [""]


def test_a_value_that_nobody_had_before_is_not_offered_to_be_undone(hand, run):
    run.intervene(Feel(agent="bram", name="thirst", value="5"))
    run.intervene(Feel(agent="bram", name="thirst", value="50"))
    first, second = run.at().interventions
    assert (first.can_be_undone, second.can_be_undone) == (False, True)
    shown = [button.key for button in hand().button]
    assert f"intervention-undo-{second.entry.id}" in shown
    assert f"intervention-undo-{first.entry.id}" not in shown


@pytest.mark.soak
def test_what_cannot_be_done_is_said_in_its_place_and_nothing_is_lost(hand, run):
    at = hand("tie")
    at.selectbox(key=f"tie-other-{run.number}").set_value("bram")
    at.text_input(key=f"tie-closeness-{run.number}").set_value("very much")
    press(at, f"tie-go-{run.number}")
    assert "is not a valid closeness; use a number from -1 to 1" in words(at)
    assert at.text_input(key=f"tie-closeness-{run.number}").value == "very much"
    assert run.at().interventions == ()


@pytest.mark.nightly
def test_something_is_planned_for_a_moment_and_called_off(hand, run):
    at = hand("happen")
    at.text_input(key=f"happen-text-{run.number}").set_value("A gull cries.")
    at.selectbox(key="happen-when").set_value("at")
    at.text_input(key="happen-when-said").set_value("day 2 12:00")
    press(at, f"happen-go-{run.number}")
    (one,) = run.agenda.waiting
    assert one.due == 1440 + 720
    at = hand()
    assert "At day 2 12:00: “A gull cries.” is seen in" in words(at)
    press(at, f"call-off-{one.number}")
    assert run.agenda.waiting == ()


@pytest.mark.soak
def test_a_rule_waits_until_something_is_so(hand, run):
    at = hand("happen")
    at.text_input(key=f"happen-text-{run.number}").set_value("A gull cries.")
    at.selectbox(key="happen-when").set_value("whenever")
    at.text_input(key="happen-when-said").set_value("isabel at Quay")
    press(at, f"happen-go-{run.number}")
    assert "Whenever Isabel Moreno is at Quay" in words(hand())


@pytest.mark.soak
def test_a_memory_is_chosen_from_those_of_somebody_and_retracted(hand, run):
    at = hand("forget")
    memory = run.at().memories("amara").items[0]
    at.selectbox(key=f"forget-memory-{run.number}-amara").set_value(memory.id).run()
    press(at, f"forget-go-{run.number}")
    assert dict(run.at().interventions[0].entry.asked) == {"memory": str(memory.id)}


@pytest.mark.soak
def test_what_rested_on_a_retracted_memory_is_shown_with_ways_on(hand, run):
    insight = next(insight for agent in run.town.cast.names for insight in run.at().reflections(agent))
    run.intervene(Forget(memory=str(insight.evidence[0])))
    stale = next(one for one in run.story().stale if one.memory == insight)
    at = hand()
    assert "Conclusions and decisions to review" in [element.value.strip("*") for element in at.markdown]
    press(at, f"stale-retract-{stale.memory.id}")
    assert stale.memory.id not in {one.memory.id for one in run.story().stale}


def test_hostile_words_are_shown_as_words(hand, run):
    text = "<script>alert(1)</script> [x](http://x) *bold*"
    run.intervene(Remember(agent="isabel", text=text), who="<b>me</b>", why="$why$ `x`")
    at = hand()
    assert "<script>" not in "".join(element.value for element in at.html)
    assert "alert(1)" in words(at)


@pytest.mark.soak
def test_an_open_memory_is_edited_and_then_retracted_and_marked_so(monkeypatch, tmp_path, run):
    memory = run.at().memories("isabel").items[0]
    at = studio(monkeypatch, tmp_path, "mind", agent="isabel")
    explain(at, memory.id)
    at.text_area(key=f"hand-text-{memory.id}").set_value("I was wrong about it.")
    press(at, f"hand-edit-go-{memory.id}")
    edited = next(one for one in run.at().memories("isabel").items if one.text == "I was wrong about it.")
    assert "now reads “I was wrong about it.”" in run.at().interventions[-1].words
    explain(at, edited.id)
    press(at, f"hand-retract-{edited.id}")
    assert edited.id in {row.row for row in run.at().retractions}


@pytest.mark.soak
def test_a_retracted_memory_is_marked_where_it_is_read_and_can_be_brought_back(monkeypatch, tmp_path, run):
    memory = run.at().memories("isabel", least_importance=3).items[0]
    run.intervene(Forget(memory=str(memory.id)), who="Ms Day")
    at = studio(monkeypatch, tmp_path, "mind", agent="isabel")
    rows = {row["id"]: row for row in handed(at, "memory_list")["rows"]}
    assert rows[memory.id]["kind"].endswith(", retracted")
    explain(at, memory.id)
    assert f"hand-retract-{memory.id}" not in [button.key for button in at.button]
    assert "Ms Day" in words(at)
    press(at, f"hand-undo-{run.at().interventions[-1].entry.id}")
    assert run.at().retractions == ()


@pytest.mark.soak
def test_a_block_of_the_plan_is_changed_beside_it(monkeypatch, tmp_path, run):
    run.live("day 2 09:20")
    block = next(one for one in run.at().plan("isabel").current("block") if one.start > run.clock)
    at = studio(monkeypatch, tmp_path, "mind", agent="isabel", section="plan")
    key = f"{block.id}-{block.start}"
    at.text_input(key=f"hand-what-{key}").set_value("mend the nets")
    press(at, f"hand-change-go-{key}")
    assert run.at().plan("isabel").at("block", block.start).activity == "mend the nets"


@pytest.mark.soak
def test_what_cannot_be_planned_is_said_beside_the_block(monkeypatch, tmp_path, run):
    run.live("day 2 09:20")
    block = next(one for one in run.at().plan("isabel").current("block") if one.start > run.clock)
    at = studio(monkeypatch, tmp_path, "mind", agent="isabel", section="plan")
    key = f"{block.id}-{block.start}"
    at.text_input(key=f"hand-from-{key}").set_value("03:00")
    press(at, f"hand-change-go-{key}")
    assert "is not between now" in words(at)


@pytest.mark.soak
def test_a_tie_is_set_beside_it(monkeypatch, tmp_path, run):
    at = studio(monkeypatch, tmp_path, "relationships", one="isabel", other="tomas")
    at.session_state["hand-tie-isabel-tomas"] = True  # opened
    well(at.run())
    at.slider(key="hand-close-isabel-tomas").set_value(-0.5)
    at.text_input(key="hand-kind-isabel-tomas").set_value("rival")
    press(at, "hand-tie-go-isabel-tomas")
    felt = {(row.agent, row.other): row for row in run.at().relations}[("isabel", "tomas")]
    assert (felt.closeness, felt.kind) == (-0.5, "rival")


def explain(at, row):
    """Open a row in the drawer."""
    at.session_state["tw-why"] = row
    at.run()


# ---- somebody new


@pytest.mark.soak
def test_somebody_new_is_added_in_fields_and_sent_away_again(hand, run):
    at, key = hand("add"), f"add-persona-{run.number}"
    at.text_input(key=f"{key}-name").set_value("Iris Vale")
    at.text_area(key=f"{key}-seed").set_value("Iris Vale has come to paint.\n\nIris Vale is shy.")
    at.multiselect(key=f"{key}-known").set_value(["isabel"])
    press(at, f"add-go-{run.number}")
    assert run.town.cast.names["iris"] == "Iris Vale"
    seeds = [one.text for one in run.at().memories("iris", kinds=["seed"]).items]
    assert [text for text in seeds if not text.startswith("The vote on")] == [
        "Iris Vale is shy.",
        "Iris Vale has come to paint.",
    ]
    assert [(one.other, one.kind) for one in run.at().relations if one.agent == "iris"] == [
        ("isabel", "friend")
    ]
    (done,) = run.at().interventions
    at = hand()
    assert "Iris Vale joins the town." in words(at)
    press(at, f"intervention-undo-{done.entry.id}")
    assert run.at().people["iris"].reason == "away"


@pytest.mark.soak
def test_somebody_new_is_added_as_yaml_that_begins_with_what_stood_in_the_fields(hand, run):
    at, key = hand("add"), f"add-persona-{run.number}"
    at.text_input(key=f"{key}-name").set_value("Iris Vale").run()
    at.button_group(key=f"{key}-how").set_value("YAML").run()
    text = at.text_area(key=f"{key}-yaml").value
    assert text.startswith("name: Iris Vale\n")
    at.text_area(key=f"{key}-yaml").set_value(text.replace("age: 30", "age: 71"))
    press(at, f"add-go-{run.number}")
    assert run.scenario.persona("iris").age == 71


@pytest.mark.soak
def test_somebody_without_a_name_is_refused_with_what_is_missing_and_what_was_typed_stays(hand, run):
    at, key = hand("add"), f"add-persona-{run.number}"
    at.text_area(key=f"{key}-seed").set_value("She paints.")
    press(at, f"add-go-{run.number}")
    assert "this persona cannot join the town: line 1" in words(at)
    assert at.text_area(key=f"{key}-seed").value == "She paints."
    assert run.at().interventions == ()


@pytest.mark.soak
def test_the_form_is_read_in_another_language_and_does_the_same(monkeypatch, hand, run):
    monkeypatch.setattr("studio.catalogue.tr.reads", lambda: "zh")
    at = hand()
    what = at.selectbox(key=f"intervene-what-{run.number}")
    assert "移动人物" in what.options
    what.set_value("move").run()
    quay = run.town.world.entry("Quay")
    at.selectbox(key=f"move-agent-{run.number}").set_value("isabel")
    at.selectbox(key=f"move-room-{run.number}").set_value(quay)
    at.text_input(key="move-why").set_value("上课用")
    press(at, f"move-go-{run.number}")
    assert run.at().people["isabel"].room == quay
    assert "第 2 天 00:00，作者：上课用。" in words(at)


SAID = {
    "agent": "isabel", "to": "felix", "other": "felix", "others": "felix, klaus",
    "thing": "Harbour Café/kitchen/stove",
    "state": "on", "room": "Quay", "text": "A dog runs in.", "when": "14:00", "begins": "14:00",
    "ends": "15:30", "activity": "mend the nets", "memory": "12", "closeness": " -0.6 ", "kind": "",
    "name": "energy", "talk": "", "place": "", "tells": "", "entry": "7", "importance": "6",
    "persona": "", "intend": "", "about": "isabel", "field": "traits", "value": "5",
}  # fmt: skip


def of_every_kind():
    kinds = [kind for kind in INTERVENTIONS.values() if kind not in (Add, Amend)]
    plain = [asked_for(kind.verb, {asked.name: SAID[asked.name] for asked in kind.asks}) for kind in kinds]
    tie = Tie(agent="isabel", other="felix", closeness="0.5", kind=" rival ")
    line = LockLine(agent="isabel", others="felix", text="Come!", talk="day 1 09:00", place="1", tells="")
    stated = Whisper(agent="isabel", intend="{kind: visit, where: Quay}")
    return [*plain, tie, line, stated]


@pytest.mark.parametrize("what", of_every_kind(), ids=lambda what: what.verb)
def test_what_is_so_then_is_told_in_english_as_the_engine_tells_it(run, what):
    assert _outcome(run, what) == what.outcome(run.town)


def test_what_was_taken_back_and_done_again_is_told_as_the_engine_tells_it(run):
    run.intervene(Remember(agent="isabel", text="She paints.", importance="6"))
    for _ in range(3):
        run.intervene(Undo(entry=str(run.at().interventions[-1].entry.id)))
    known = {one.entry.id: one for one in run.at().interventions}
    assert [done_words(run, one, known) for one in known.values()] == [one.words for one in known.values()]
    assert [one.words.removesuffix("Isabel Moreno remembers “She paints.”") for one in known.values()] == [
        "",
        "Undone: ",
        "Redone: ",
        "Redone: Undone: ",
    ]


@pytest.mark.soak
def test_what_is_planned_is_told_in_the_language_of_whoever_reads_it(monkeypatch, hand, run):
    run.agenda.schedule(Remember(agent="isabel", text="She paints.", importance="6"), "day 2 12:00")
    assert f"{run.agenda.words(run.agenda.all[0])}." in words(hand())
    monkeypatch.setattr("studio.catalogue.tr.reads", lambda: "zh")
    assert "第 2 天 12:00：Isabel Moreno记得：“She paints.”。" in words(hand())


@pytest.mark.soak
def test_a_rule_is_told_in_the_language_of_whoever_reads_it(monkeypatch, hand, run):
    happens = Happen(room="Quay", text="Thunder.")
    run.agenda.rule(happens, "bram at Quay and after day 2 12:00 and from 18:00 to 20:00", always=True)
    assert f"{run.agenda.words(run.agenda.all[0])}." in words(hand())
    monkeypatch.setattr("studio.catalogue.tr.reads", lambda: "zh")
    said = words(hand())
    assert "每当Bram Aldous在 Quay，并且过了第 2 天 12:00，并且在 18:00 到 20:00 之间" in said
    assert "Whenever" not in said
