"""What one does by oneself comes true: errands, habits, moves, and where one is not to go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.clock import DAY, minute_at
from engine.cognition.pursuit.pursue import aims
from engine.errors import ModelFailed
from engine.interventions import Whisper
from engine.mind.turn_rows import TurnRows
from engine.records import Bond, Hours, Intention, Line, Place, Presence, Relation, Room, RoutineItem, Step
from engine.rehearsal import Rehearsal
from tests.bench.stories.story import stories
from tests.towns import Scripted, entries, founded, intervened, live, person, small_town

pytestmark = pytest.mark.slow

NINE = 9 * 60


class Lived:
    """A small town that lives on, and what was whispered in it."""

    def __init__(self, scenario=None):
        self.state = founded(Rehearsal(), scenario or small_town(facts=()))
        self.taken = []

    def until(self, minute):
        self.taken += live(self.state, minute)
        return self

    def whisper(self, agent, text, at=NINE):
        self.until(at)
        self.taken.append(intervened(self.state, Whisper(agent=agent, text=text), at=at))
        return self

    def means(self, agent, **fields):
        """Let somebody mean something that the reader would have read."""
        mind = self.state.minds[agent]
        memory = mind.stream.memories[0].id
        last = max((row.id for _, rows in self.taken for row in rows.entries), default=0)
        wanted = {"state": "held", "deed": "", "memory": memory, **fields}
        self.state.apply(Intention(id=last + 900, agent=agent, **wanted))
        return self

    def intentions(self, agent):
        return list(self.state.minds[agent].intentions.values())

    def left_to_ask(self, agent, now):
        """Whom somebody has still to ask for each thing that they need."""
        thinker = self.state.thinker(
            agent, TurnRows(now, 0, self.state.apply, width=self.state.town.width), now
        )
        return [aim.left for aim in aims(thinker) if aim.intention.kind == "request"]

    def blocks(self, agent, day):
        made = [step for step in entries(self.taken, Step, agent=agent, level="step")]
        return [step for step in made if minute_at(day, 0) <= step.start < minute_at(day + 1, 0)]

    def where(self, agent, start, end):
        """The rooms somebody was in between two minutes."""
        rows = sorted(entries(self.taken, Presence, agent=agent), key=lambda row: row.id)
        ends = [*(row.minute for row in rows[1:]), 10**9]
        return {
            row.room for row, until in zip(rows, ends, strict=True)
            if row.inside and row.minute < end and until > start and until > row.minute
        }  # fmt: skip

    def doing(self, agent, start, end):
        """What somebody was seen doing between two minutes, and where."""
        rows = entries(self.taken, Presence, agent=agent)
        return {(row.doing, row.room) for row in rows if row.inside and start <= row.minute < end}


def day2(hour):
    return minute_at(2, hour * 60)


# ---- errands, deeds, visits


@pytest.mark.soak
def test_an_errand_is_done_there_and_then_and_ticked_off():
    town = Lived().whisper("ada", "Sweep the Quay tomorrow at three.").until(day2(18))
    assert ("sweeping the Quay", "Quay") in town.doing("ada", day2(15), day2(16))
    (one,) = town.intentions("ada")
    assert one.state == "done"
    assert minute_at(2, 15 * 60 + 15) <= one.minute <= day2(17)


@pytest.mark.soak
def test_it_is_done_once_and_never_as_the_words_of_its_author():
    town = Lived().whisper("ada", "Sweep the Quay tomorrow at three.").until(minute_at(4, 0))
    swept = [
        step for step in entries(town.taken, Step, agent="ada", level="block") if "sweep" in step.activity
    ]
    assert {(step.start, step.activity) for step in swept} == {(day2(15), "sweep the Quay")}


@pytest.mark.soak
def test_what_has_no_hour_is_done_today_when_it_is_open_there():
    town = Lived().whisper("ben", "Buy some rope at the Café.").until(DAY)
    assert ("buying some rope", "Café/counter") in town.doing("ben", NINE, DAY)
    assert [one.state for one in town.intentions("ben")] == ["done"]


def test_what_is_to_be_done_before_an_hour_is_done_before_it():
    town = Lived().whisper("ben", "Buy rope at the Café before noon.").until(DAY)
    assert ("buying rope", "Café/counter") in town.doing("ben", NINE, 12 * 60)


def test_what_has_no_place_is_done_at_home():
    town = Lived().whisper("ben", "Wash the windows.").until(DAY)
    assert ("washing the windows", "Reed House") in town.doing("ben", NINE, DAY)


@pytest.mark.soak
def test_what_is_about_a_thing_is_done_where_it_stands():
    town = Lived().whisper("ben", "Polish the urn tomorrow at ten.").until(day2(12))
    assert ("polishing the urn", "Café/counter") in town.doing("ben", day2(10), day2(11))


@pytest.mark.soak
def test_going_somewhere_is_being_there():
    town = Lived().whisper("ada", "Go to the Quay tomorrow at three.").until(day2(17))
    assert town.where("ada", day2(15), day2(15) + 30) == {"Quay"}
    assert not any("go" in doing.split() for doing, _ in town.doing("ada", day2(15), day2(16)))
    assert [one.state for one in town.intentions("ada")] == ["done"]


@pytest.mark.soak
def test_ones_own_is_not_said_to_be_yours():
    town = Lived().whisper("ben", "Clean your boots tomorrow at three.").until(day2(17))
    assert any(doing == "cleaning their boots" for doing, _ in town.doing("ben", day2(15), day2(16)))


@pytest.mark.soak
def test_what_is_closed_all_the_time_fails_and_says_why():
    scenario = small_town(facts=())
    shut = Place(
        name="Bank", x=1, open=Hours(opens=2 * 60, closes=3 * 60), rooms=(Room(path="Bank", name="Bank"),)
    )
    ben = person("ben", "Ben Reed", "Reed House", knows=("Bank", "Quay"))
    others = tuple(one for one in scenario.personas if one.id != "ben")
    scenario = small_town(facts=(), places=(*scenario.places, shut), personas=(*others, ben))
    town = (
        Lived(scenario)
        .whisper("ben", "Fetch the money at the Bank tomorrow at three.")
        .until(minute_at(3, 0))
    )
    (one,) = town.intentions("ben")
    assert (one.state, one.because) == ("failed", "the Bank was closed")


@pytest.mark.soak
def test_what_is_closed_at_its_hour_is_done_while_it_is_open_that_day():
    town = (
        Lived()
        .whisper("ben", "Buy some rope at the Café tomorrow at nine in the evening.")
        .until(minute_at(3, 0))
    )
    assert ("buying some rope", "Café/counter") in town.doing("ben", day2(8), day2(20))
    assert [one.state for one in town.intentions("ben")] == ["done"]


CHINESE = next(story.town for story in stories() if story.town.language == "zh")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "doing", "place"),
    [
        ("明天下午三点到天井扫地。", "扫地", "天井"),
        pytest.param("明天下午三点去菜市场买鱼。", "买鱼", "菜市场", marks=pytest.mark.soak),
    ],
)
def test_so_it_is_in_chinese(text, doing, place):
    town = Lived(CHINESE).whisper("gu", text).until(minute_at(3, 0))
    assert (doing, place) in town.doing("gu", day2(6), day2(16))
    assert [one.state for one in town.intentions("gu")] == ["done"]


@pytest.mark.soak
def test_a_seed_is_done_as_a_whisper_is():
    ada = person(
        "ada",
        "Ada Moss",
        "Moss Flat",
        seed=("Ada Moss has to sweep the Quay on day 2 at three in the afternoon",),
    )
    others = [person("ben", "Ben Reed", "Reed House"), person("cy", "Cy Reed", "Net Loft")]
    town = Lived(small_town(facts=(), personas=(ada, *others))).until(day2(18))
    assert ("sweeping the Quay", "Quay") in town.doing("ada", day2(15), day2(16))
    blocks = [step.activity for step in entries(town.taken, Step, agent="ada", level="block")]
    assert sum("weep" in activity for activity in blocks) == 1


@pytest.mark.soak
def test_a_wish_of_somebody_is_no_errand():
    ada = person("ada", "Ada Moss", "Moss Flat", seed=("Ada Moss hopes to open a bakery",))
    others = [person("ben", "Ben Reed", "Reed House"), person("cy", "Cy Reed", "Net Loft")]
    town = Lived(small_town(facts=(), personas=(ada, *others))).until(DAY)
    assert [one.state for one in town.intentions("ada")] == ["held"]
    assert not any("bakery" in step.activity for step in entries(town.taken, Step, agent="ada"))


# ---- habits


@pytest.mark.soak
def test_a_habit_is_kept_every_day_and_never_done_with():
    town = (
        Lived()
        .means("ada", kind="habit", deed="feed the gulls", place="Quay", when=minute_at(1, 16 * 60))
        .until(minute_at(4, 0))
    )
    for day in (1, 2, 3):
        four = minute_at(day, 16 * 60)
        assert ("feeding the gulls", "Quay") in town.doing("ada", four, four + 45)
    assert [one.state for one in town.intentions("ada")] == ["held"]


# ---- moves


@pytest.mark.nightly
def test_who_moves_sleeps_and_wakes_at_the_new_place_from_that_day_on():
    town = Lived().whisper("ada", "Move into the Net Loft tomorrow.").until(minute_at(4, NINE))
    midnight = minute_at(2, 0)
    assert town.where("ada", midnight - 10, midnight) == {"Moss Flat"}
    for day in (3, 4):
        assert town.where("ada", minute_at(day, 3 * 60), minute_at(day, 3 * 60 + 10)) == {"Net Loft"}
    assert "Moss Flat" not in town.where("ada", minute_at(3, 0), minute_at(4, NINE))
    assert [one.state for one in town.intentions("ada")] == ["done"]


def slept(town, agent):
    """Where somebody lay down to sleep, night after night."""
    rows = sorted(entries(town.taken, Presence, agent=agent), key=lambda row: row.id)
    return [row.room for row in rows if row.asleep and row.reason == "wake"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text", ["Don't go home tonight, sleep at the Café.", "Spend the night at the Café; Cleo won't mind."]
)
def test_a_night_elsewhere_is_slept_there_and_the_next_one_at_home_again(text):
    town = Lived().whisper("ben", text).until(minute_at(3, NINE))
    assert slept(town, "ben")[-2:] == ["Café/counter", "Reed House"]


@pytest.mark.soak
def test_who_means_to_move_nobody_knows_where_lives_on_as_before():
    town = Lived().means("ada", kind="move", deed="move to the city", when=minute_at(1, NINE))
    town.until(minute_at(2, NINE))
    assert slept(town, "ada")[-1:] == ["Moss Flat"]
    assert [one.state for one in town.intentions("ada")] == ["held"]


@pytest.mark.soak
def test_who_is_to_move_in_with_everybody_lives_on_as_before():
    town = Lived().whisper("ada", "Move in with everybody.").until(minute_at(2, NINE))
    assert slept(town, "ada")[-1:] == ["Moss Flat"]


@pytest.mark.soak
def test_who_moves_in_on_a_day_sleeps_there_that_night():
    town = Lived().whisper("ada", "Move into the Net Loft today.").until(minute_at(2, NINE))
    assert slept(town, "ada")[-1:] == ["Net Loft"]


@pytest.mark.nightly
def test_who_moves_tells_others_so():
    town = Lived().whisper("ada", "Move into the Net Loft tomorrow.").until(minute_at(4, 0))
    said = [line.text for line in entries(town.taken, Line, speaker="ada")]
    assert any("moving" in text and "Net Loft" in text for text in said)


# ---- a whisper of which nothing usable is made


def test_a_whisper_without_a_usable_answer_stops_no_day_and_is_done_as_it_was_read():
    state = founded(Scripted(heed=ModelFailed("nonsense, twice", outage=False)), small_town(facts=()))
    live(state, NINE)
    intervened(state, Whisper(agent="ben", text="Sweep the Quay tomorrow at three."), at=NINE)
    live(state, NINE + 60)
    mind = state.minds["ben"]
    assert not mind.unheeded
    (one,) = mind.intentions.values()
    assert (one.kind, one.place, one.when) == ("errand", "Quay", day2(15))
    assert "Sweep the Quay tomorrow at three." in mind.stream.get(one.memory).text


# ---- a need of whoever has it


def test_a_need_is_put_to_one_after_the_other_and_first_to_who_is_known_to_have_it():
    ada = person(
        "ada",
        "Ada Moss",
        "Moss Flat",
        seed=("Ada Moss has seen Cy Reed carry a long ladder home.",),
        bonds=(Bond(other="ben", kind="friend", closeness=0.5), Bond(other="cy", kind="friend")),
    )
    town = Lived(small_town(facts=(), personas=(ada, *small_town().personas[1:])))
    town.whisper("ada", "You'll want a long ladder to get at the clock.", at=NINE - 60).until(NINE - 1)
    assert town.left_to_ask("ada", NINE - 1) == [("cy", "ben")]
    town.until(NINE + 120)
    (need,) = town.intentions("ada")
    assert sorted(line.hearers for line in entries(town.taken, Line, tells=need.memory)) == [
        ("ben",),
        ("cy",),
    ]


def test_a_need_that_nobody_here_can_meet_is_put_to_whoever_comes_later():
    """Who knows nobody has nobody left to ask once those here have been asked: it is not done by that."""
    scenario = small_town(facts=(), personas=tuple(replace(one, bonds=()) for one in small_town().personas))
    town = Lived(scenario).whisper("ada", "You'll want a long ladder to get at the clock.").until(NINE + 60)
    assert [one.state for one in town.intentions("ada")] == ["begun"]
    assert town.until(NINE + 120).left_to_ask("ada", NINE + 120) == [()]


# ---- whom one has done with


@pytest.mark.parametrize(
    ("text", "falls"), [("Never speak to Cleo again.", True), ("Don't speak to Cleo today.", False)]
)
def test_who_cuts_somebody_off_for_good_stands_further_from_them(text, falls):
    town = Lived().until(NINE)
    town.state.apply(Relation(id=899, agent="ada", other="cy", kind="friend", closeness=0.5))
    town.whisper("ada", text.replace("Cleo", "Cy")).until(NINE + 60)
    assert (town.state.minds["ada"].relations["cy"].closeness < 0.2) is falls


# ---- where one is not to go


@pytest.mark.nightly
@pytest.mark.parametrize("text", ["You must not go to the Café tomorrow."])
def test_who_must_not_go_somewhere_on_a_day_does_not_and_goes_again_afterwards(text):
    town = Lived().whisper("ben", text).until(minute_at(4, 0))
    assert "Café/counter" in town.where("ben", NINE, DAY)
    assert not any("Café" in room for room in town.where("ben", minute_at(2, 1), minute_at(3, 0)))
    assert "Café/counter" in town.where("ben", minute_at(3, 1), minute_at(4, 0))


def test_who_must_not_go_somewhere_from_now_on_leaves_and_stays_away():
    town = Lived().whisper("ben", "Stay away from the Café.", at=10 * 60).until(minute_at(3, 0))
    assert not any("Café" in room for room in town.where("ben", 10 * 60 + 5, minute_at(3, 0)))


def test_a_later_permission_lifts_it():
    town = Lived().whisper("ben", "Stay away from the Café.", at=10 * 60)
    town.whisper("ben", "Buy some rope at the Café tomorrow at ten.", at=11 * 60).until(day2(12))
    assert ("buying some rope", "Café/counter") in town.doing("ben", day2(10), day2(11))
    assert [one.state for one in town.intentions("ben")] == ["dropped", "done"]


def test_a_prohibition_drops_what_was_to_be_done_there():
    town = Lived().whisper("ben", "Sweep the Quay tomorrow at three.")
    town.whisper("ben", "Buy some rope at the Café tomorrow at ten.", at=NINE + 5)
    town.whisper("ben", "You must not go to the Café tomorrow.", at=11 * 60).until(NINE + DAY)
    assert [one.state for one in town.intentions("ben")][:2] == ["held", "dropped"]


def test_what_is_forbidden_is_not_eaten_at_nor_visited():
    ben = person(
        "ben", "Ben Reed", "Reed House",
        routine=(RoutineItem(start=12 * 60, activity="eat lunch", place="Café/counter"),),
    )  # fmt: skip
    others = [
        person("ada", "Ada Moss", "Moss Flat", work="Café/counter"),
        person("cy", "Cy Reed", "Net Loft"),
    ]
    town = Lived(small_town(facts=(), personas=(*others, ben)))
    town.whisper("ben", "You must not go to the Café tomorrow.").until(minute_at(3, 0))
    assert any(
        "lunch" in doing for doing, room in town.doing("ben", day2(11), day2(15)) if room != "Café/counter"
    )


def test_what_was_to_be_done_today_and_is_forbidden_after_all_is_not_done():
    town = Lived().whisper("ben", "Sweep the Quay today at three.")
    town.whisper("ben", "Stay away from the Quay.", at=11 * 60).until(DAY)
    assert "Quay" not in town.where("ben", 11 * 60 + 5, DAY)


# ---- what one is at


@pytest.mark.soak
def test_who_is_at_a_party_when_the_day_is_planned_anew_stays():
    anew = day2(17) + 10
    town = (
        Lived(small_town()).whisper("ben", "Sweep the Quay this evening at eight.", at=anew).until(day2(20))
    )
    blocks = entries(town.taken, Step, agent="ben", level="block")
    at_it = [block for block in blocks if block.start == anew]
    assert [block.activity for block in at_it] == ["enjoy Ada Moss's party"]
