"""The stories of `tests/stories/`: their data makes sense, each outcome can fail, and a few of them hold.

`python -m tests.bench stories` lives all of them.
"""

import re
from collections import Counter
from dataclasses import replace

import pytest

from engine.api.workspace import open_workspace
from engine.practices.practice import intent_kinds
from engine.records import Bond, Intention, Line, Memory, Presence, Relation, Step, ThingState
from engine.rehearsal.reading.reader import Readers
from engine.rehearsal.reading.times import times_from
from engine.row_ids import row_id
from engine.scenario import read_folder, read_scenario
from engine.world.tree import World
from tests.bench.stories.days import Days
from tests.bench.stories.living import lived, unmet, with_deed
from tests.bench.stories.story import (
    BEGINNERS,
    FOLDER,
    STATED,
    STRANGERS,
    TOWNS,
    read_story,
    stories,
)
from tests.bench.stories.vocabulary import VOCABULARY
from tests.bench.stories.wording import recital
from tests.marks import in_turn
from tests.towns import person, small_town

STORIES = {story.name: story for story in stories()}
KINDS = {
    "occasion", "meeting", "message", "errand", "help", "question", "campaign", "feeling", "secret",
    "prohibition", "habit", "move", "urgent", "unknown", "nonsense",
}  # fmt: skip
TOWN_NAMES = sorted(path.name for path in TOWNS.iterdir())
HOLD_TODAY = ("cracked-bell", "six-chairs")
HOLD_AS_WELL = (
    "ready-answer",
    "chalk-and-cart",
    "bridge-for-one",
    "wendles",
    "lady",
    "will-he-leave",
    "tea-guild",
)


# ---- the data


def test_there_are_many_stories_of_every_kind():
    kinds = Counter(story.kind for story in STORIES.values())
    assert set(kinds) == KINDS
    assert len(STORIES) >= 100
    assert min(kinds.values()) >= 6


@pytest.mark.soak
def test_seeds_and_whispers_are_about_half_each_in_both_languages():
    deeds = Counter((story.deed, story.town.language) for story in STORIES.values())
    for language in ("en", "zh"):
        seeds, whispers = deeds["seed", language] + deeds["fact", language], deeds["whisper", language]
        assert 0.4 <= seeds / (seeds + whispers) <= 0.6, language


@pytest.mark.parametrize("kind", sorted(KINDS - {"urgent"}))
def test_every_kind_is_written_in_three_ways_as_seed_and_whisper_and_in_both_languages(kind):
    of_kind = [story for story in STORIES.values() if story.kind == kind]
    assert len({story.texts for story in of_kind}) == len(of_kind) >= 3
    assert {story.deed for story in of_kind} >= {"seed", "whisper"}
    assert {story.town.language for story in of_kind} == {"en", "zh"}


@pytest.mark.parametrize("name", TOWN_NAMES)
def test_every_town_is_small_and_has_no_problems(name):
    checked = read_scenario(read_folder(TOWNS / name), name)
    assert [str(problem) for problem in checked.problems] == []
    assert 4 <= len(checked.scenario.personas) <= 7


def test_every_story_names_people_places_and_objects_of_its_town():
    assert [problem for story in STORIES.values() for problem in story.problems()] == []


def test_every_deed_fits_into_its_town():
    for story in STORIES.values():
        scenario = with_deed(story)
        texts = [*(fact.text for fact in scenario.facts), *(s for p in scenario.personas for s in p.seed)]
        if story.deed in ("seed", "fact"):
            assert story.texts[0] in texts, story.name


def test_every_word_of_the_vocabulary_is_used_and_told_to_authors():
    used = {type(outcome) for story in (*stories(), *stories(STATED)) for outcome in story.written.outcomes}
    assert used == set(VOCABULARY.values())
    told = (FOLDER / "README.md").read_text("utf-8").partition("| outcome |")[2]
    assert set(re.findall(r"^\| `(\w+)`", told, re.MULTILINE)) == set(VOCABULARY)


PLAIN = {"town": "ashcombe", "seed": {"who": "joan", "text": "Joan sings"}}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"outcomes": [{"sung": {"who": "joan"}}]}, "'sung' is no word of the vocabulary"),
        ({"outcomes": [{"told": {"words": ["("]}}]}, "'(' is no regular expression"),
        ({"outcomes": [{"at": {"who": "joan"}}]}, "where"),
        ({"outcomes": [{"at": {"who": "joan", "where": "Church", "when": 3}}]}, "when"),
        ({"outcomes": [], "whisper": {"who": "joan", "text": "Sing"}}, "has one deed"),
        ({"outcomes": [], "seed": None, "whisper": {"who": "joan"}}, "a text, or what it asks in fields"),
        ({"outcomes": [], "seed": None, "intends": ["sing"]}, "valid dictionary"),
        ({"outcomes": [], "like": "nobody"}, "there is no story 'nobody'"),
    ],
)
def test_a_story_that_makes_no_sense_is_named(changes, told):
    with pytest.raises(ValueError, match=re.escape(told)) as error:
        read_story("song", "occasion", {"song": PLAIN | changes})
    assert "song" in str(error.value)


def test_a_story_takes_over_what_it_does_not_say_from_the_one_it_is_like():
    first = PLAIN | {"days": 3, "outcomes": [{"told": {"words": "song"}}]}
    other = {"like": "song", "whisper": {"who": "joan", "text": "Sing"}}
    story = read_story("again", "occasion", {"song": first, "again": other})
    assert (story.deed, story.written.town, story.written.days) == ("whisper", "ashcombe", 3)
    assert len(story.written.outcomes) == 1


def test_a_file_that_holds_a_name_twice_is_refused(tmp_path):
    twice = "song:\n  {story}\nother:\n  {story}\nsong:\n  {story}\n"
    story = "{town: ashcombe, seed: {who: joan, text: Joan sings}, outcomes: []}"
    (tmp_path / "habit.yaml").write_text(twice.replace("{story}", story), "utf-8")
    with pytest.raises(ValueError, match=r"there are two stories .song."):
        stories(tmp_path)


def test_names_that_a_town_does_not_have_are_found():
    written = PLAIN | {"outcomes": [{"at": {"who": "jane", "where": "Chapel"}}, {"told": {"words": "x"}}]}
    problems = list(read_story("song", "occasion", {"song": written}).problems())
    assert problems == ["song: 'jane' is not in ashcombe", "song: 'Chapel' is not in ashcombe"]


def test_what_is_stated_in_fields_is_checked_as_a_town_is():
    fields = {"kind": "meeting", "with": "jane", "at": "19:00"}
    for deed in ({"intends": {"who": "joan", **fields}}, {"whisper": {"who": "joan", "intend": fields}}):
        story = read_story("song", "occasion", {"song": {"town": "ashcombe", "outcomes": [], **deed}})
        (problem,) = [each for each in story.problems() if "unknown person" in each]
        assert "jane" in problem


def test_what_is_stated_in_fields_is_meant_from_the_beginning():
    meant = {"who": "joan", "kind": "meeting", "with": "ned", "where": "Smithy", "at": 1140}
    story = read_story("song", "meeting", {"song": {"town": "ashcombe", "outcomes": [], "intends": meant}})
    (stated,) = with_deed(story).persona("joan").intends
    assert (stated.kind, stated.others, stated.place, stated.at.first) == (
        "meeting",
        ("ned",),
        "Smithy",
        1140,
    )
    assert story.stated == {("joan", "meeting")}


# ---- what an outcome looks at: each holds over one small log and fails over another

TOWN = small_town(
    personas=(
        person("ada", "Ada Moss", "Moss Flat", bonds=(Bond(other="ben", kind="friend", closeness=0.5),)),
        person("ben", "Ben Reed", "Reed House"),
        person("cy", "Cy Reed", "Net Loft"),
    )
)


def stay(agent, minute, room, doing="", *, inside=True, asleep=False):
    number = 1 + ["ada", "ben", "cy"].index(agent)
    return Presence(
        id=row_id(minute, number), agent=agent, room=room, inside=inside, asleep=asleep, next=minute + 1,
        reason="step", doing=doing,
    )  # fmt: skip


def line(minute, speaker, hearers, text, tells=0, conversation=1):
    return Line(
        id=row_id(minute, 1), conversation=conversation, speaker=speaker, hearers=tuple(hearers.split()),
        said_at=minute, text=text, tells=tells,
    )  # fmt: skip


def memory(agent, minute, kind, text):
    return Memory(id=row_id(minute, 2), agent=agent, kind=kind, text=text, importance=3)


def a_log(**rows):
    return Days(scenario=TOWN, until=2 * 24 * 60, **rows)


def holds(word, values, days):
    return VOCABULARY[word].model_validate(values).unmet(days) == ""


MET = (
    stay("ada", 600, "Café/counter", "give a party"),
    stay("ben", 610, "Café/counter", "eat"),
    stay("cy", 600, "Quay", "walk"),
    stay("ada", 660, "Quay", "walk"),
    stay("ben", 700, "Quay", "walk"),
)
TALK = (
    line(620, "ada", "ben", "Will you come to my party at five?"),
    line(621, "ben", "ada", "Gladly, if there is cake."),
)


@pytest.mark.parametrize(
    ("word", "true", "false"),
    [
        (
            "together",
            {"who": ["ada", "ben"], "where": "Café", "from": "10:00", "until": "11:00", "minutes": 50},
            {"who": ["ada", "ben"], "where": "Café", "from": "10:00", "until": "11:00", "minutes": 51},
        ),
        (
            "together",
            {"who": "ada", "with": ["ben", "cy"], "least": 1, "from": "10:00", "until": "11:00"},
            {"who": "ada", "with": ["ben", "cy"], "from": "10:00", "until": "11:00"},
        ),
        ("at", {"who": "ada", "where": "Café", "until": "11:00"}, {"who": "cy", "where": "Café"}),
        ("at", {"who": "ada", "where": "Café"}, {"who": "ada", "where": "Café", "day": [1, 2]}),
        ("not_at", {"who": "cy", "where": "Café"}, {"who": ["cy", "ben"], "where": "Café"}),
        (
            "host_first",
            {"host": "ada", "guests": ["ben"], "where": "Café", "from": "10:00"},
            {"host": "ada", "guests": ["ben"], "where": "Café", "from": "10:50"},
        ),
        (
            "did",
            {"who": "ada", "words": "party", "where": "Café"},
            {"who": "ada", "words": "party", "where": "Quay"},
        ),
        ("did", {"who": "ada", "words": "party"}, {"who": "ada", "words": "party", "from": "11:00"}),
        ("never_did", {"who": "ben", "words": "party"}, {"who": "ada", "words": "party"}),
        (
            "not_alone",
            {"who": "ada", "words": "party"},
            {"who": "ada", "words": "party", "with": "cy"},
        ),
    ],
)
def test_who_was_where(word, true, false):
    days = a_log(presences=MET)
    assert holds(word, true, days)
    assert not holds(word, false, days)


def test_a_host_who_leaves_lets_guests_wait():
    late = (stay("ben", 600, "Café/counter"), stay("ada", 610, "Café/counter"))
    expected = {"host": "ada", "guests": "ben", "where": "Café", "from": "10:00"}
    assert not holds("host_first", expected, a_log(presences=late))


def test_somebody_asleep_or_under_way_is_not_there():
    away = (stay("ada", 600, "Café/counter", asleep=True), stay("ben", 600, "Café/counter", inside=False))
    for agent in ("ada", "ben"):
        assert not holds("at", {"who": agent, "where": "Café"}, a_log(presences=away))


def test_where_somebody_sleeps():
    nights = (stay("ada", 1380, "Quay", asleep=True), stay("ben", 1380, "Reed House", asleep=True))
    assert holds("sleeps_at", {"who": "ada", "where": "Quay", "day": 1}, a_log(presences=nights))
    assert not holds("sleeps_at", {"who": "ben", "where": "Quay", "day": 1}, a_log(presences=nights))
    assert not holds("sleeps_at", {"who": "cy", "where": "Quay", "day": 1}, a_log(presences=nights))


@pytest.mark.parametrize(
    ("word", "true", "false"),
    [
        ("told", {"who": "ada", "to": "ben", "words": "PARTY"}, {"who": "ada", "to": "cy", "words": "party"}),
        ("told", {"words": "party", "by": "day 1 10:20"}, {"words": "party", "by": "day 1 10:19"}),
        ("told", {"words": "party", "also": "five"}, {"words": "party", "also": "six"}),
        (
            "told",
            {"to": ["ben", "cy"], "least": 1, "words": "party"},
            {"to": ["ben", "cy"], "words": "party"},
        ),
        ("told", {"who": "ben", "words": "cake"}, {"who": "cy", "words": "cake"}),
        ("never_told", {"to": "cy", "words": "party"}, {"to": "ben", "words": "party"}),
        ("never_told", {"words": "secret"}, {"words": "party"}),
        (
            "invited",
            {"host": "ada", "guests": ["ben", "cy"], "least": 1, "words": "party"},
            {"host": "ada", "guests": ["ben", "cy"], "least": 2, "words": "party"},
        ),
        (
            "asked",
            {"who": "ada", "to": "ben", "words": "party"},
            {"who": "ben", "to": "ada", "words": "cake"},
        ),
        (
            "answered",
            {"who": "ben", "to": "ada", "words": "party", "answer": ["gladly"]},
            {"who": "ben", "to": "ada", "words": "party", "answer": ["never"]},
        ),
        (
            "answered",
            {"who": "ben", "to": "ada", "words": "party"},
            {"who": "ada", "to": "ben", "words": "cake"},
        ),
        ("nobody_says", {"words": "secret"}, {"words": "cake"}),
        ("nobody_says", {"words": "cake", "more_than": 1}, {"words": "a", "more_than": 1}),
        ("nobody_says", {"words": "cake", "who": "ada"}, {"words": "cake", "who": "ben", "to": "ada"}),
    ],
)
def test_who_said_what(word, true, false):
    days = a_log(lines=TALK)
    assert holds(word, true, days)
    assert not holds(word, false, days)


def test_a_line_tells_the_memory_that_it_passes_on():
    known = memory("ada", 500, "seed", "Ada Moss is giving a party")
    lines = (line(620, "ada", "ben", "Come at five."), line(630, "ada", "cy", "By the way.", known.id))
    days = a_log(lines=lines, memories=(known,))
    assert holds("told", {"to": "cy", "words": "party"}, days)
    assert not holds("told", {"to": "ben", "words": "party"}, days)


def test_who_knows():
    days = a_log(
        memories=(memory("ben", 620, "talk", "Ada is giving a party"), memory("cy", 0, "seed", "party"))
    )
    assert holds("knows", {"who": "ben", "words": "party"}, days)
    assert not holds("knows", {"who": "ben", "words": "party", "by": "day 1 10:00"}, days)
    assert not holds("knows", {"who": ["ben", "cy"], "words": "party"}, days)
    assert holds("never_knows", {"who": ["ada", "cy"], "words": "party"}, days)
    assert not holds("never_knows", {"who": ["ada", "ben"], "words": "party"}, days)


def test_what_is_planned():
    step = Step(id=row_id(480, 1), agent="ada", level="day", start=1500, end=1560, activity="give a party")
    days = a_log(steps=(step,))
    assert holds("planned", {"who": "ada", "words": "party", "day": 2}, days)
    assert not holds("planned", {"who": "ada", "words": "party", "day": 1}, days)
    assert not holds("planned", {"who": "ben", "words": "party", "day": 2}, days)


def test_how_close_two_are():
    fell = Relation(id=row_id(600, 1), agent="ada", other="ben", kind="friend", closeness=-0.2)
    before, after = a_log(), a_log(relations=(fell,))
    both = {"who": "ada", "to": "ben"}
    assert not holds("closeness_below", both | {"than": 0}, before)
    assert holds("closeness_below", both | {"than": 0}, after)
    assert holds("closeness_above", both | {"than": 0.4}, before)
    assert not holds("closeness_above", both | {"than": 0.4}, after)
    assert holds("closeness_above", both | {"than": 0.4, "at": "day 1 09:00"}, after)


def test_how_what_was_meant_stands_in_the_end():
    meant = Intention(
        id=row_id(0, 1), agent="ada", kind="message", state="held", deed="tell Ben", memory=1, others=("ben",)
    )
    late = replace(meant, id=row_id(600, 1), began=meant.id, state="failed", because="Ada did not meet Ben")
    expected = {"who": "ada", "kind": "message", "state": ["done", "failed"], "because": "not meet"}
    assert holds("stands", expected, a_log(intentions=(meant, late)))
    assert not holds("stands", expected, a_log(intentions=(meant,)))
    assert not holds("stands", expected | {"because": "refused"}, a_log(intentions=(meant, late)))
    assert not holds("stands", expected | {"kind": "meeting"}, a_log(intentions=(meant, late)))


def test_an_object_that_somebody_sees_to():
    stove = "Café/kitchen/stove"
    burning = ThingState(id=row_id(600, 0), thing=stove, state="burning")
    out = ThingState(id=row_id(610, 1), thing=stove, state="off", by="ada")
    by_the_author = ThingState(id=row_id(605, 0), thing=stove, state="off")
    expected = {"thing": stove, "state": ["off"], "after": "day 1 10:00", "by": "day 1 10:15"}
    assert holds("thing_state", expected, a_log(states=(burning, out)))
    assert not holds("thing_state", expected | {"by": "day 1 10:05"}, a_log(states=(burning, out)))
    assert not holds("thing_state", expected, a_log(states=(burning, by_the_author)))


@pytest.mark.parametrize(
    ("text", "instruction", "is_one"),
    [
        ("I must not go to Isabel's party.", "You must not go to Isabel's party.", True),
        ("I stay away from the party.", "You must not go to Isabel's party.", False),
        ("You hate Amara, they say.", "You hate Amara.", True),
        (
            "I keep thinking: let Cy know today that I can't pay.",
            "Let Ben know today that you cannot pay.",
            True,
        ),
        ("I cannot pay, Ben.", "Let Ben know today that you cannot pay.", False),
        ("I cannot stand Amara.", "You hate Amara.", False),
        ("我明天一早去菜市场买两斤鲫鱼。", "明天一早去菜市场买两斤鲫鱼。", True),
        ("菜市场的鲫鱼新鲜。", "明天一早去菜市场买两斤鲫鱼。", False),
    ],
)
def test_what_is_only_recited(text, instruction, is_one):
    assert bool(recital(text, instruction, ["Ben", "Cy"])) is is_one


@pytest.mark.parametrize(
    "rows",
    [
        {"lines": (line(620, "ada", "ben", "So I sing loudly at the quay."),)},
        {"memories": (memory("ada", 620, "reflection", "Ada has to sing loudly at the quay."),)},
        {"presences": (stay("ada", 620, "Quay", "sing loudly at the quay"),)},
    ],
)
def test_an_instruction_is_recited_in_a_line_a_thought_or_an_activity(rows):
    instruction = ("Sing loudly at the quay.",)
    assert not holds("not_recited", True, a_log(written=instruction, **rows))
    assert holds("not_recited", True, a_log(written=("Hum in bed tonight.",), **rows))
    assert not holds(
        "not_recited", {"run": 3}, a_log(written=("Dance loudly at the ball.", "Loudly at the"), **rows)
    )


# ---- what is read of them

READ_AS = {
    "errand": {"errand", "deed", "visit", "help", "meeting"},
    "habit": {"habit"},
    "message": {"message"},
    "move": {"move"},
    "campaign": {"aim"},
    "secret": {"secret"},
    "prohibition": {"prohibition", "secret"},
    "feeling": {"feeling", "prohibition"},
    "help": {"help", "request", "message", "meeting"},
    "question": {"question"},
    "occasion": {"occasion", "meeting"},
    "meeting": {"meeting", "occasion"},
}
NOT_READ_YET: set[str] = set()


def kinds_read(story, readers):
    """Return of which kinds the things are that the deed of a story asks of whom it is about."""
    written, town = story.written, story.town
    said = [(whisper.who, whisper.text, whisper.at, True) for whisper in written.whisper]
    if written.seed:
        said.append((written.seed.who, written.seed.text, 0, False))
    if written.fact:
        said += [(who, written.fact.text, 0, False) for who in written.fact.known_by[:1]]
    return {
        one.kind
        for who, text, at, told in said
        for reading in readers.reader(town.persona(who)).read(text, times_from(town, at), told=told)
        for one in reading.asks
        if one.who == who
    }


@pytest.mark.soak
def test_what_a_story_says_is_read_as_its_author_meant_it():
    readers = {}
    unread = set()
    for story in STORIES.values():
        if story.kind in READ_AS:
            name = story.written.town
            readers.setdefault(name, Readers(story.town, World(story.town)))
            if not kinds_read(story, readers[name]) & READ_AS[story.kind]:
                unread.add(story.name)
    assert unread == NOT_READ_YET


# ---- the stories themselves


@pytest.mark.nightly
@pytest.mark.parametrize("name", in_turn([*HOLD_TODAY, *HOLD_AS_WELL], plain=HOLD_TODAY))
def test_what_comes_true_today_goes_on_coming_true(name, tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        assert unmet(STORIES[name], lived(workspace, STORIES[name], 1)) == ""


@pytest.mark.soak
@pytest.mark.parametrize("folder", [STRANGERS, BEGINNERS, STATED])
def test_what_others_have_written_names_what_is_in_their_towns(folder):
    assert not [problem for story in stories(folder) for problem in story.problems()]


# ---- what is stated in fields

STATED_STORIES = {story.name: story for story in stories(STATED)}
GROUPS = ("apology", "everybody", "deadline", "loan", "exclusion", "against")
STATED_HOLD = ("frayed-rope", "keep-from-cuthbert", "too-late")
STATED_HOLD_AS_WELL = (
    "broken-skep", "no-water", "poetry-tea", "not-wendell", "chess-set", "bu-wuding", "jie-shu", "yexiao",
    "fete-surprise", "rendez-vous", "grue-bloquee", "to-spare-room",
)  # fmt: skip


def test_every_kind_is_stated_in_fields_in_three_languages_and_six_towns():
    kinds = Counter(story.kind for story in STATED_STORIES.values())
    meant = {kind for story in STATED_STORIES.values() for _, kind in story.stated}
    assert meant == set(intent_kinds())
    assert min(kinds[group] for group in GROUPS) >= 15
    assert len(STATED_STORIES) >= 180
    assert {story.town.language for story in STATED_STORIES.values()} == {"en", "zh", "fr"}
    assert len({story.written.town for story in STATED_STORIES.values()}) == 6


@pytest.mark.parametrize("name", in_turn([*STATED_HOLD, *STATED_HOLD_AS_WELL], plain=STATED_HOLD))
def test_what_is_stated_in_fields_comes_true_or_fails_for_a_reason(name, tmp_path):
    story = STATED_STORIES[name]
    with open_workspace(tmp_path / "ws") as workspace:
        assert unmet(story, lived(workspace, story, 1)) == ""
