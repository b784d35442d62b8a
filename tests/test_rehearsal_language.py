"""The language of the rehearsal model: persons, activities, days and times, names, and texts of any kind."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st
from rehearsal_minds import NAMES, PARTY, PARTY_AT

from engine.clock import DAY
from engine.language.languages import PACKS as PACKS_FOLDER
from engine.language.phrases import phrases
from engine.records import Name
from engine.rehearsal.language import text as t
from engine.rehearsal.language.doing import doing, to_do
from engine.rehearsal.language.first_person import in_first_person
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.pack import pack_for, read_packs
from engine.rehearsal.language.phrases import Phrasebook, Share, read_frame
from engine.rehearsal.language.practising import steps_at
from engine.rehearsal.language.third_person import in_third_person
from engine.rehearsal.understand import understand

PACKS = read_packs(PACKS_FOLDER)
EN, ZH = PACKS["en"], PACKS["zh"]
ISABEL, TOMAS, NORA = NAMES.values()
EVERYBODY = Everybody(NAMES)
ZHENG = Name(full="苏玉筝", called="筝姐", pronouns="she")
MULIN = Name(full="邓木林", called="老邓", pronouns="he")


def mine(text, hearer=None):
    """A memory in Isabel's mouth."""
    return in_first_person(text, ISABEL, hearer, EVERYBODY, EN.grammar)


def kept(text, hearer=TOMAS):
    """What Isabel said to somebody, as others keep it."""
    return in_third_person(text, ISABEL, hearer, EVERYBODY, EN.grammar)


# ---------------------------------------------------------------- persons


@pytest.mark.parametrize(
    ("third", "first"),
    [
        (PARTY, "I am giving a lantern party at the Harbour Café on day 2 at 17:00."),
        ("Isabel Moreno owns the café and runs it alone", "I own the café and I run it alone"),
        ("Isabel Moreno always goes to her sister's house", "I always go to my sister's house"),
        ("Tomas Lind likes Isabel Moreno", "Tomas likes me"),
        ("Tomas Lind told Nora Bloom that Isabel Moreno has won", "Tomas told Nora that I have won"),
        ("Nora Bloom and Isabel Moreno both want the badge", "Nora and I both want the badge"),
        ("Isabel Moreno hopes to win because she cannot lose", "I hope to win because I cannot lose"),
        ("Isabel Moreno wants to see Nora Bloom before she dies", "I want to see Nora before she dies"),
        ("Isabel Moreno knows that Tomas Lind has a letter", "I know that Tomas has a letter"),
        ("Isabel Moreno sold the boat and has regretted it", "I sold the boat and I have regretted it"),
        (
            "Isabel Moreno keeps a cat, feeds it fish, and shows it to Tomas Lind",
            "I keep a cat, I feed it fish, and I show it to Tomas",
        ),
        ("Isabel Moreno sells stamps, nets and a map", "I sell stamps, nets and a map"),
        (
            "Isabel Moreno likes boats, plans for the summer and tea",
            "I like boats, plans for the summer and tea",
        ),
        (
            "Isabel Moreno wants, as Tomas Lind does, visits to the quay",
            "I want, as Tomas does, visits to the quay",
        ),
        (
            "Isabel Moreno hopes that Tomas Lind, her tenant, pays the rent",
            "I hope that Tomas, my tenant, pays the rent",
        ),
    ],
)
def test_a_memory_in_the_first_person(third, first):
    assert mine(third) == first


@pytest.mark.parametrize(
    ("third", "first"),
    [
        ("Isabel Moreno calls the old mare Bess, and feeds her in secret",
         "I call the old mare Bess, and I feed her in secret"),
        ("Isabel Moreno found a kitten and has fed her since", "I found a kitten and I have fed her since"),
        ("Isabel Moreno wants to feed her", "I want to feed her"),
        ("Isabel Moreno lets nobody thread a needle for her", "I let nobody thread a needle for me"),
        ("Isabel Moreno carries a map with her", "I carry a map with me"),
        ("Isabel Moreno asked Tomas Lind to marry her", "I asked Tomas to marry me"),
    ],
)  # fmt: skip
def test_the_object_of_ones_own_verb_is_somebody_else(third, first):
    assert mine(third) == first


@pytest.mark.parametrize(
    ("third", "hearer", "said"),
    [
        ("Nora Bloom owes Isabel Moreno a hen for a bet she lost", None,
         "Nora owes me a hen for a bet she lost"),
        ("Isabel Moreno owes Nora Bloom a hen for a bet she lost", NORA,
         "I owe you a hen for a bet I lost"),
        ("Isabel Moreno wants Tomas Lind to let her operate on his hip", TOMAS,
         "I want you to let me operate on your hip"),
        ("Isabel Moreno lets her house to Tomas Lind", TOMAS, "I let my house to you"),
        ("Isabel Moreno will not let her work suffer", None, "I will not let my work suffer"),
        ("Isabel Moreno wants Tomas Lind to let her drink water", TOMAS, "I want you to let me drink water"),
        ("Isabel Moreno wants Tomas Lind to let her help decide", TOMAS, "I want you to let me help decide"),
    ],
)  # fmt: skip
def test_a_pronoun_means_who_does_it(third, hearer, said):
    assert mine(third, hearer) == said


@pytest.mark.parametrize(
    ("third", "said"),
    [
        ("Isabel Moreno owes Tomas Lind a letter", "I owe you a letter"),
        ("Tomas Lind is late and knows it", "You are late and you know it"),
        ("Isabel Moreno thinks that Tomas Lind mends his boat", "I think that you mend your boat"),
        ("Tomas Lind's boat lies on its side", "Your boat lies on its side"),
        ("Tomas Lind lent Isabel Moreno his ladder", "You lent me your ladder"),
        (
            "Tomas Lind needs help, visits from Isabel Moreno and rest",
            "You need help, visits from me and rest",
        ),
        (
            "Tomas Lind sits at the door, looks at the sea, and waits",
            "You sit at the door, you look at the sea, and you wait",
        ),
    ],
)
def test_a_memory_said_to_whom_it_concerns(third, said):
    assert mine(third, TOMAS) == said


@pytest.mark.parametrize(
    ("first", "third"),
    [
        ("I am giving a party", "Isabel Moreno is giving a party"),
        ("I'm tired and I have no time", "Isabel Moreno is tired and has no time"),
        ("I never carry my keys", "Isabel Moreno never carries her keys"),
        ("you are late", "Tomas Lind is late"),
        ("Bram and I both want it", "Bram and Isabel Moreno both want it"),
        ("I owe you a letter", "Isabel Moreno owes Tomas Lind a letter"),
        ("I bake, I run the shop and I sing", "Isabel Moreno bakes, runs the shop and sings"),
        ("I was ill, I know, and I slept", "Isabel Moreno was ill, she knows, and slept"),
        ("I'm sorry. Oh, I'm late, and I know it", "Isabel Moreno is sorry. Oh, she is late, and knows it"),
    ],
)
def test_what_was_said_as_others_keep_it(first, third):
    assert kept(first) == third


@pytest.mark.parametrize(
    ("first", "third"),
    [
        ("I let nobody thread it for me", "Isabel Moreno lets nobody thread it for her"),
        ("I asked you and you told me", "Isabel Moreno asked Nora Bloom and Nora Bloom told Isabel Moreno"),
        ("I told Nora Bloom that Ada hates me", "Isabel Moreno told Nora Bloom that Ada hates Isabel Moreno"),
        ("I asked Tomas to thread it for me", "Isabel Moreno asked Tomas to thread it for her"),
    ],
)
def test_the_speaker_is_named_again_only_where_somebody_was_named_whom_the_pronoun_could_mean(first, third):
    assert kept(first, NORA) == third


@pytest.mark.parametrize(
    "memory",
    [
        PARTY,
        "Isabel Moreno owes Tomas Lind a letter.",
        "Isabel Moreno has promised Tomas Lind to mend the shutter.",
        "Tomas Lind sails on Monday.",
        "Isabel Moreno bakes sixty buns before breakfast and runs the shop.",
    ],
)
def test_what_is_told_arrives_as_it_was_known(memory):
    assert EVERYBODY.in_full(kept(mine(memory, TOMAS))) == memory


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        ("苏玉筝第2天17:00在半闲茶馆办斗粽会", "我第2天17:00在半闲茶馆办斗粽会"),
        ("苏玉筝觉得邓木林一壶茶坐三个钟头", "我觉得你一壶茶坐三个钟头"),
        ("邓木林的渡船月底就停了", "你的渡船月底就停了"),
    ],
)
def test_a_language_without_endings_changes_only_who_is_meant(memory, said):
    everybody = Everybody({"zheng": ZHENG, "mulin": MULIN})
    spoken = in_first_person(memory, ZHENG, MULIN, everybody, ZH.grammar)
    assert spoken == said
    assert in_third_person(spoken, ZHENG, MULIN, everybody, ZH.grammar) == memory


def test_a_thing_that_is_called_as_the_speaker_stays_that_thing():
    mulin = Name(full="邓木林", called="老邓", pronouns="he")
    said = in_first_person("邓木林每天给大厅的老邓上弦", mulin, None, Everybody({"mulin": mulin}), ZH.grammar)
    assert said == "我每天给大厅的老邓上弦"


WORDS = st.sampled_from(
    [*(name.full for name in EVERYBODY), *(name.called for name in EVERYBODY),
     "and", "who", "that", "is", "has", "owes", "sold", "she", "he", "her", "his", "a letter", "to", ",", "."]
)  # fmt: skip


@given(st.lists(WORDS, max_size=14), st.sampled_from([None, *EVERYBODY]))
def test_no_sentence_is_too_tangled_to_be_said_and_kept(words, hearer):
    said = in_first_person(" ".join(words), ISABEL, hearer, EVERYBODY, EN.grammar)
    assert "Isabel Moreno" not in said
    assert hearer is None or hearer.full not in said
    assert isinstance(in_third_person(said, ISABEL, hearer, EVERYBODY, EN.grammar), str)


# ---------------------------------------------------------------- activities


@pytest.mark.parametrize(
    ("activity", "going_on"),
    [
        ("open the café and serve lunch", "opening the café and serving lunch"),
        ("run", "running"),
        ("bake bread", "baking bread"),
        ("lunch at home", "having lunch at home"),
        ("brewing coffee", "brewing coffee"),
        ("lie down", "lying down"),
        ("buy bread and butter", "buying bread and butter"),
        ("peel and simmer", "peeling and simmering"),
        ("peel and simmer the pears", "peeling and simmering the pears"),
        ("make tea and coffee", "making tea and coffee"),
        ("wash, dress and eat breakfast", "washing, dressing and eating breakfast"),
        ("tea, toast and jam", "tea, toast and jam"),
    ],
)
def test_an_activity_as_something_going_on(activity, going_on):
    assert doing(activity, EN.grammar) == going_on


@pytest.mark.parametrize(
    ("activity", "words"),
    [
        ("Open the café and serve lunch", "open the café"),
        ("cook and serve lunch", "cook and serve lunch"),
        ("lay out cards", "lay out cards"),
        ("read", "read"),
        ("fit and pin", ""),
        ("peel, chop and boil", ""),
        ("peel, chop and boil the pears", "peel, chop and boil the pears"),
        ("wash, dress and eat breakfast", "wash, dress and eat breakfast"),
        ("evening prayer", ""),
    ],
)
def test_an_activity_is_named_as_something_to_do_if_it_can_be(activity, words):
    assert to_do(activity, EN.grammar) == words


def test_an_activity_is_taken_apart_where_a_verb_begins():
    assert EN.parts("open the café and serve lunch") == ("open the café", "serve lunch")
    assert EN.parts("buy bread and butter") == ("buy bread and butter",)
    assert ZH.parts("记账、腌酸豆角") == ("记账", "腌酸豆角")
    assert ZH.parts("买盐、酱油") == ("买盐、酱油",)


def test_the_kind_of_an_activity_is_told_by_its_words():
    assert EN.activity("bake bread").emoji == "🍳"
    assert ZH.activity("睡半个钟头午觉").kind == "睡觉"
    assert EN.activity("zzz") is EN.activities[-1]


@pytest.mark.parametrize(
    ("activity", "kind", "holds"),
    [
        ("give piano lessons", "teaching", False),
        ("give the fencing lesson", "teaching", False),
        ("give the geese their corn", "animals", False),
        ("give the stairs a scrub", "cleaning", False),
        ("give advice", "quiet hours", False),
        ("give the supper", "celebrating", True),
        ("give the chess evening", "celebrating", True),
        ("give the unveiling", "celebrating", True),
    ],
)
def test_what_is_given_is_a_party_only_where_its_object_is_one(activity, kind, holds):
    assert EN.activity(activity).kind == kind
    assert bool(steps_at(activity, "under_way", EN)) == holds


# ---------------------------------------------------------------- days and times


@pytest.mark.parametrize(
    ("pack", "said", "minute"),
    [
        (EN, "on day 2 at 17:00", PARTY_AT),
        (EN, "tomorrow at five", PARTY_AT),
        (EN, "tomorrow at 5 pm", PARTY_AT),
        (EN, "at 17:00", 17 * 60),
        (EN, "at noon", 12 * 60),
        (EN, "at nine", 21 * 60),
        (EN, "at a quarter past five", 17 * 60 + 15),
        (EN, "the day after tomorrow at 12:00", 2 * DAY + 12 * 60),
        (EN, "tonight at nine", 21 * 60),
        (EN, "some day", None),
        (EN, "tomorrow", None),
        (ZH, "第2天17:00", PARTY_AT),
        (ZH, "明天下午五点", PARTY_AT),
        (ZH, "后天中午十二点", 2 * DAY + 12 * 60),
        (ZH, "傍晚六点半", 18 * 60 + 30),
        (ZH, "改天", None),
    ],
)
def test_times_are_read_from_the_point_of_view_of_now(pack, said, minute):
    assert pack.calendar.read(said, 600).minute(600) == minute


def test_a_day_is_said_as_people_say_it_and_kept_as_a_number():
    assert EN.calendar.spoken("on day 2 at 17:00", 600) == "tomorrow at five"
    assert EN.calendar.dated("tomorrow at five", 600) == "on day 2 at 17:00"
    assert EN.calendar.dated("to answer by the day after tomorrow", 600) == "to answer by day 3"
    assert ZH.calendar.spoken("第2天17:00", 600) == "明天下午五点"
    assert ZH.calendar.dated("明天下午五点", 600) == "第2天17:00"


def test_a_weekday_is_one_to_come_only_where_it_is_meant_so():
    from datetime import date

    monday = date(2026, 3, 2)
    assert EN.calendar.dated("the boat sails on Friday", 600, monday) == "the boat sails on day 5"
    assert EN.calendar.dated("music every Saturday", 600, monday) == "music every Saturday"
    was = "he was the last to leave the church on Saturday"
    assert EN.calendar.dated(was, 600, monday) == was, "of which week is not said"
    assert EN.calendar.dated("it was to be held on Friday", 600, monday) == "it was to be held on day 5"
    light = "there was a light at two o'clock on Sunday morning"
    assert EN.calendar.dated(light, 600, monday) == "there was a light at 02:00 on Sunday morning"
    assert (
        EN.calendar.dated("she comes at two o'clock on Friday", 600, monday) == "she comes at 14:00 on day 5"
    )
    assert ZH.calendar.dated("上个星期六半夜", 600, monday) == "上个星期六半夜"


@pytest.mark.parametrize("pack", [EN, ZH], ids=["en", "zh"])
@given(
    minute=st.integers(0, 5 * DAY - 1).map(lambda minute: minute - minute % 15), now=st.integers(0, 3 * DAY)
)
def test_a_moment_said_is_the_moment_heard(pack, minute, now):
    calendar = pack.calendar
    said = calendar.moment(minute, now)
    heard = calendar.read(calendar.dated(said, now), now)
    assert ((heard.day - 1) * DAY + heard.clock) == minute


# ---------------------------------------------------------------- names and meanings


def test_names_are_written_in_full_when_they_are_unambiguous():
    names = {"isabel": ISABEL, "tomas": TOMAS, "felix": Name(full="Felix Moreno", called="Felix")}
    two = Everybody({**names, "another": Name(full="Isabel Brandt", called="Isabel")})
    assert Everybody(names).in_full("Isabel saw Tomas Lind") == "Isabel Moreno saw Tomas Lind"
    assert two.in_full("Isabel saw") == "Isabel saw"
    assert Everybody(names).called("Isabel Moreno saw Tomas Lind") == "Isabel saw Tomas"


def test_a_text_is_understood_below_its_hearsay():
    heard = f"Tomas Lind told Nora Bloom that Tomas Lind heard from Isabel Moreno that {PARTY}"
    says = understand(heard, EVERYBODY, EN)
    assert says.text == PARTY.rstrip(".")
    assert (says.source, says.origin, says.who, says.host) == (TOMAS, ISABEL, ISABEL, ISABEL)
    assert says.occasion == "lantern party"


def test_what_was_told_to_nobody_is_a_secret_and_no_hearsay():
    says = understand("Isabel Moreno has told nobody that she once sang.", EVERYBODY, EN)
    assert (says.who, says.source, says.private) == (ISABEL, None, True)


def test_what_cannot_be_read_stays_a_text():
    says = understand("Grumf the blarg!", EVERYBODY, EN)
    assert (says.text, says.who, says.occasion, says.sides) == ("Grumf the blarg", None, "", ())


def test_two_who_want_the_same_are_on_two_sides():
    says = understand("Isabel Moreno and Tomas Lind both want to be harbour warden.", EVERYBODY, EN)
    assert says.sides == (ISABEL, TOMAS)
    assert understand("Nora Bloom is running for mayor.", EVERYBODY, EN).sides == (NORA,)


# ---------------------------------------------------------------- packs and texts


@pytest.mark.parametrize(
    ("language", "frame", "values"),
    [
        ("en", "said", {"name": "Ada Moss", "others": "Ben Reed", "text": "Hello."}),
        ("zh", "said", {"name": "苏玉筝", "others": "黎宝珠", "text": "早啊。"}),
        ("zh", "state_urgent", {"thing": "灶台", "room": "半闲茶馆", "state": "烧糊了", "remedy": "关火"}),
    ],
)
def test_what_the_engine_phrased_can_be_read_back(language, frame, values):
    spoken_by_engine = phrases(language)
    assert spoken_by_engine.read(frame, spoken_by_engine.say(frame, **values)) == values


def test_an_unknown_language_falls_back_to_english_phrases():
    assert pack_for(PACKS, "xx") is EN
    assert pack_for(PACKS, "en-GB") is EN
    assert pack_for(PACKS, "zh-CN") is ZH


@given(st.text(max_size=600), st.integers(10, 400))
def test_tidied_text_is_one_clean_line_within_its_limit(text, most):
    tidied = t.tidy(text, most)
    assert len(tidied) <= most
    assert "\n" not in tidied
    assert t.tidy(tidied, most) == tidied


def test_text_is_cut_at_a_word():
    assert t.tidy("one two three four", 12) == "one two…"


# ---- wordings


def a_book(*rows):
    """A phrasebook of one frame."""
    return Phrasebook({"greet": read_frame("greet", rows)}, 4, {})


def test_every_phrase_is_known_when_heard():
    book = a_book("Good morning, {other}.", "Good evening, {other}.")
    assert [frame for _, frame in book.telling(["greet"]).heard("oh. good evening, tomas.")] == ["greet"]
    assert not list(book.telling(["greet"]).heard("good grief, tomas."))


def test_two_people_of_a_town_say_the_same_in_different_words():
    book = a_book(*(f"Greeting number {number}." for number in range(12)))
    mine, theirs = (
        Counter(book.fresh(Random(seed), "greet", "", share=Share(place, 4)) for seed in range(200))
        for place in (0, 1)
    )
    often = [{text for text, _ in said.most_common(3)} for said in (mine, theirs)]
    assert not often[0] & often[1]


def test_what_was_said_of_late_is_said_again_only_when_all_else_has_been():
    book = a_book("Well met, {other}.", "Look who it is, {other}.", "There you are, {other}.")
    lately = "well met, nora.\nlook who it is, tomas."
    said = {book.fresh(Random(seed), "greet", "", lately=lately, other="Ada") for seed in range(30)}
    assert said == {"There you are, Ada."}
    lately += "\nthere you are, nora.\nthere you are, bruno.\nwell met, bruno."
    said = {book.fresh(Random(seed), "greet", "", lately=lately, other="Ada") for seed in range(30)}
    assert said == {"Look who it is, Ada."}
