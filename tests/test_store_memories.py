"""The memory stream in pages, and a search that takes any text whatsoever."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from store_samples import live, new_run, new_store, one_of_each, remember, turn_at

from engine.records import Conversation, Memory, Recall
from engine.row_ids import row_id
from engine.store.file.connection import open_store
from engine.store.living.runs import fork_run
from engine.store.log.calls import call_filters, call_page, call_texts
from engine.store.log.events import conversations, events_page, lines_of
from engine.store.log.inspect import counts
from engine.store.log.memories import citing, memories_by_id, memory_page, mentions, recalls
from engine.store.log.rows import append
from engine.store.searching import newest
from engine.store.searching.search import (
    Marks,
    condition,
    index_memories,
    scope,
    substring_condition,
    words_of,
)
from engine.world.former import Called

NASTY = [
    "Isabella's", "10:30", "don't", "C++", "-a", '"', "'", "*", "AND", "NOT", "NEAR(a b)", "a AND", "(", ")",
    "text:", "scope : x", "^a", "{a b} : c", "\x00", "a\x00b", "\ud800", "a\udfffb", "%", "_", "é", "é", "🎉",
    "灯", "灯笼", "灯笼节", "灯笼 party", "party灯笼节日", "ひ", "안녕", "ﬁ", "ẞ", "²", "½",
    "١٢٣", "\u202e", "a" * 5_000, "word " * 3_000, "灯" * 3_000, "", " ", "\n", "; DROP TABLE memory", "\\",
    "a-b", "--", "/*", "?", ":x", "@x", "$x",
]  # fmt: skip


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    with new_store(tmp_path_factory.mktemp("searched")) as store:
        remember(
            store, new_run(store).number, ["the lantern party", "灯笼节的晚会", "10:30 don't be late"] * 5
        )
        yield store


def found(store, run, query, agent="ada", **more):
    return [memory.text for memory in memory_page(store, run, agent, query=query, **more).items]


def test_pages_are_newest_first_and_tell_the_total(store, run):
    made = remember(store, run, [f"memory {n}" for n in range(7)])
    page = memory_page(store, run, "ada", limit=3, offset=2)
    assert page.items == (made[4], made[3], made[2])
    assert page.total == 7
    assert memory_page(store, run, "ben").total == 0
    assert memory_page(store, run, "ada", before=3).total == 2
    assert memory_page(store, run, "ada", offset=-5, limit=-1).items == ()


def test_pages_are_filtered_by_kind_and_importance(store, run):
    remember(store, run, ["a", "b"], importance=2)
    remember(store, run, ["c"], first_minute=10, kind="talk", importance=8)
    assert found(store, run, "", kinds=["talk"]) == ["c"]
    assert found(store, run, "", kinds=["talk", "observation"]) == ["c", "b", "a"]
    assert found(store, run, "", least_importance=3) == ["c"]
    assert found(store, run, "c", least_importance=9) == []


def test_words_match_from_their_beginning_and_in_any_inflection(store, run):
    remember(store, run, ["Ada was brewing coffee", "The LANTERN party", "nothing of the sort"])
    assert found(store, run, "brewed") == ["Ada was brewing coffee"]
    assert found(store, run, "lant") == ["The LANTERN party"]
    assert found(store, run, "party lantern") == ["The LANTERN party"]
    assert found(store, run, "coffee lantern") == []
    assert found(store, run, "anter") == ["The LANTERN party"], "inside a word, where nothing begins so"
    assert found(store, run, "coffee", before=1) == []


def test_a_word_of_two_letters_is_meant_whole(store, run):
    remember(store, run, ["bo went by", "boris went by", "the gate"])
    assert found(store, run, "bo") == ["bo went by"]
    assert found(store, run, "bor") == ["boris went by"]
    assert found(store, run, "RI") == ["boris went by"], "inside a word, where no word is so short"


def test_a_search_comes_in_pages_too(store, run):
    made = remember(store, run, [f"lantern {n}" for n in range(7)] + ["rain"])
    page = memory_page(store, run, "ada", query="lantern", limit=3, offset=2)
    assert page.items == (made[4], made[3], made[2])
    assert page.total == 7
    beyond = memory_page(store, run, "ada", query="lantern", limit=3, offset=70)
    assert (beyond.items, beyond.total) == ((), 7)


@pytest.mark.nightly
def test_of_many_memories_only_those_that_have_the_word_are_gone_through(store, run):
    remember(store, run, [f"rain on day {n}" for n in range(3_000)] + ["a lantern"])
    found(store, run, "lantern")  # what waits to be searchable is made so
    rain, lantern = (steps(store, lambda word=word: found(store, run, word)) for word in ("rain", "lantern"))
    assert lantern * 20 < rain


def steps(store, read):
    """How many hundreds of steps the database takes to read something."""
    taken = []
    store.db.set_progress_handler(lambda: taken.append(1) and None, 100)
    try:
        read()
    finally:
        store.db.set_progress_handler(None, 100)
    return len(taken)


@pytest.mark.parametrize("query", ["灯", "灯笼", "灯笼节", "笼节的", "晚会", "灯笼节 Ada", "Ada灯笼"])
def test_chinese_is_found_in_the_middle_of_a_sentence(store, run, query):
    text = "Ada说今晚的灯笼节的晚会在码头"
    remember(store, run, [text, "今晚没有别的事情"])
    assert found(store, run, query) == [text]


def test_one_agents_search_sees_no_other_agent_and_no_other_run(store, run):
    remember(store, run, ["a lantern of Ada's"], order=1)
    remember(store, run, ["a lantern of Ben's"], order=2)
    other = new_run(store).number
    remember(store, other, ["a lantern elsewhere"], order=1)
    assert found(store, run, "lantern") == ["a lantern of Ada's"]
    assert found(store, run, "lantern", agent=None) == ["a lantern of Ben's", "a lantern of Ada's"]
    assert found(store, other, "lantern", agent=None) == ["a lantern elsewhere"]


def test_a_fork_searches_its_past(store, run):
    remember(store, run, ["lantern one", "lantern two", "lantern three"])
    live(store, run, [20])
    fork = fork_run(store, run, 3).number
    remember(store, fork, ["lantern of the fork"], first_minute=10)
    assert found(store, fork, "lantern") == ["lantern of the fork", "lantern two", "lantern one"]


def gather_at_once(monkeypatch, few):
    """Have so many matches count as few, of which all are gathered in one go."""
    for where in ("searching.newest._FEW", "searching.newest._ALL_AT_A_LOOK", "log.memories._FEW"):
        monkeypatch.setattr(f"engine.store.{where}", few)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("few", [0, 15, 1_000])
def test_the_newest_are_found_however_they_were_written(store, run, seed, few, monkeypatch):
    """Whole and cut spans, forks, rows written far out of order: as if each memory was looked at."""
    monkeypatch.setattr(newest, "_FIRST_LOOK", 1)
    monkeypatch.setattr(newest, "_LATEST", 5)
    gather_at_once(monkeypatch, few)
    draw = random.Random(seed)
    minutes = draw.sample(range(2, 400), 60)
    for n, minute in enumerate(minutes):
        word = draw.choice(["lantern", "rain"])
        remember(store, run, [f"{word} {n}"], first_minute=minute, order=n % 3 + 1)
    live(store, run, [450])
    fork = fork_run(store, run, draw.randint(10, 400)).number
    for n in range(20):
        minute = 500 + draw.randint(0, 90) * 4
        remember(store, fork, [f"lantern of the fork {n}"], first_minute=minute + n % 4, order=n % 3 + 1)
    for which in (run, fork):
        for before in (None, 30, 200, 560):
            every = memory_page(store, which, None, before=before, limit=999).items
            wanted = [one for one in every if "lantern" in one.text]
            for offset, limit in ((0, 3), (2, 5), (0, 999)):
                page = memory_page(
                    store, which, None, query="lantern", before=before, offset=offset, limit=limit
                )
                assert page.total == len(wanted)
                assert list(page.items) == wanted[offset : offset + limit]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("few", [0, 5, 1_000])
def test_kinds_and_importance_narrow_as_if_each_memory_was_looked_at(store, run, seed, few, monkeypatch):
    """Whose memories lie between those of another run, and of one that stands alone."""
    gather_at_once(monkeypatch, few)
    draw = random.Random(seed)
    others = new_run(store).number
    for n in range(60):
        remember(
            store,
            draw.choice([run, run, others]) if n < 40 else run,
            [f"{draw.choice(['lantern', 'rain'])} {n}"],
            first_minute=10 + n,
            order=draw.choice([1, 2]),
            kind=draw.choice(["observation", "reflection", "talk"]),
            importance=draw.randint(1, 10),
        )
    for which in (run, others):
        every = memory_page(store, which, None, limit=999).items
        for agent, kinds, least in product((None, "ada"), ((), ("talk",), ("talk", "plan")), (1, 4, 10, 11)):
            page = memory_page(
                store, which, agent, query="lantern", kinds=kinds, least_importance=least, limit=999
            )
            assert list(page.items) == [
                one
                for one in every
                if "lantern" in one.text and (agent is None or one.agent == agent)
                if (not kinds or one.kind in kinds) and one.importance >= least
            ]


INSIDE = (
    ("arzipa", ["Marzipan!"]),
    ("ARZIPA", ["Marzipan!"]),
    ("unnin", ["she was running", "outrunning"]),
    ("ouche\u0301", ["a touche\u0301s"]),  # an accent is no letter: "ouche" is looked for
    ("econd", ["a\ue000second_third"]),
    ("hird econ", ["a\ue000second_third"]),
    ("afé", ["Café"]),
    ("AFÉ", []),
    ("K的", ["说了OK的话"]),
    ("zyzzyva", []),
    ("23", ["no. 1234"]),
)


@pytest.mark.parametrize(("query", "wanted"), INSIDE, ids=[query for query, _ in INSIDE])
def test_what_stands_inside_a_word_is_found(store, run, query, wanted):
    texts = [text for _, found_in in INSIDE for text in found_in]
    remember(store, run, list(dict.fromkeys([*texts, "Nothing of the kind"])))
    assert sorted(found(store, run, query)) == sorted(wanted)


@pytest.mark.soak
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.text("abAB1_ é\u0301\ue000灯", max_size=9), max_size=6),
    st.text("abB1é灯", min_size=1, max_size=3),
)
def test_inside_words_all_is_found_that_going_through_all_finds(store, texts, query):
    run = new_run(store).number
    remember(store, run, texts)
    every = memory_page(store, run, None, limit=99).items
    begins = {one.id for one in mentions(store, run, query)}
    plain = substring_condition(query)
    rows = store.select(f"SELECT id FROM memory WHERE run = ? AND {plain.sql}", [run, *plain.values])
    assert begins or not rows
    assert begins <= {one.id for one in every}


def test_what_is_not_indexed_yet_is_found_when_only_reading(store, run):
    remember(store, run, ["an old lantern", "灯笼节"])
    with store.write() as db:
        index_memories(db)
    remember(store, run, ["a new lantern", "新灯笼节"], first_minute=10)
    with open_store(store.path, read_only=True) as reading:
        assert found(reading, run, "lantern") == ["a new lantern", "an old lantern"]
        assert found(reading, run, "灯笼节") == ["新灯笼节", "灯笼节"]


def test_many_memories_are_indexed_along_the_way(store, run, monkeypatch):
    monkeypatch.setattr("engine.store.log.rows._BATCH", 5)
    remember(store, run, [f"memory {n}" for n in range(12)])
    assert store.select("SELECT nr FROM memory_indexed") == [(10,)]


def test_a_file_that_is_all_to_be_indexed_anew_is_so_a_part_at_a_time(store, run, monkeypatch):
    remember(store, run, [f"a lantern, number {n}" for n in range(12)])
    monkeypatch.setattr("engine.store.searching.search._AT_ONCE", 5)
    with store.write() as db:
        assert index_memories(db), "others can write before the rest is"
    assert store.select("SELECT nr FROM memory_indexed") == [(5,)]
    assert len(found(store, run, "lantern")) == 12, "who searches waits for all"
    assert store.select("SELECT nr FROM memory_indexed") == [(12,)]


@pytest.mark.parametrize("query", NASTY, ids=range(len(NASTY)))
def test_no_query_fails(searched, query):
    page = memory_page(searched, 1, "ada", query=query, limit=5)
    assert len(page.items) == min(page.total, 5)


@pytest.mark.soak
@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Z", "C"])))
def test_no_query_that_can_be_typed_fails(searched, query):
    assert memory_page(searched, 1, "ada", query=query, limit=1).total >= 0


@pytest.mark.nightly
def test_twenty_thousand_odd_strings_do_not_fail(searched):
    draw = random.Random(20_000)
    letters = "ab'\"*()-:^{}+.,%_\\;\x00 灯笼节かк١é\ud8001🎉\t\u200d"
    for _ in range(20_000):
        query = "".join(draw.choices(letters, k=draw.randrange(1, 12)))
        words = condition(query, Marks(scopes=[scope(1, "ada")]))
        if words.sql:
            searched.select(f"SELECT id FROM memory WHERE {words.sql} LIMIT 1", words.values)


def test_a_query_is_cut_to_sixteen_words_of_sixty_four_letters():
    assert words_of("a_b c'd") == ["a", "b", "c", "d"]
    assert len(words_of("w " * 100)) == 16
    assert words_of("x" * 500) == ["x" * 64]
    assert words_of("Café节日2") == ["Café", "节日", "2"]


def test_a_query_without_words_shows_the_newest(searched):
    assert memory_page(searched, 1, "ada", query=" ?! ").total == 15


@pytest.mark.nightly
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.from_regex(r"[a-z]{1,8}( [a-z]{1,8}){0,3}", fullmatch=True), max_size=6), st.data())
def test_every_word_of_a_memory_finds_it(store, texts, data):
    run = new_run(store).number
    remember(store, run, texts)
    for text in texts:
        word = data.draw(st.sampled_from(text.split()))
        assert text in found(store, run, word)


def test_memories_by_id_come_in_the_order_asked_for(store, run):
    made = remember(store, run, ["a", "b", "c"])
    ids = [made[2].id, 999, made[0].id]
    assert memories_by_id(store, run, ids) == {made[2].id: made[2], made[0].id: made[0]}
    assert list(memories_by_id(store, run, ids)) == [made[2].id, made[0].id]


def test_who_cites_a_memory(store, run):
    first, second = remember(store, run, ["a", "b"])
    (insight,) = remember(
        store, run, ["so it is"], first_minute=10, kind="reflection", evidence=(first.id, 3)
    )
    assert citing(store, run, first.id) == (insight,)
    assert citing(store, run, second.id) == ()
    assert citing(store, run, first.id, before=10) == ()


def test_calls_are_listed_without_texts_and_read_with_them(store, run):
    for minute in (10, 20):
        append(store, run, turn_at(minute, 1), one_of_each(minute))
        append(store, run, turn_at(minute, 2), one_of_each(minute, 2))
    page = call_page(store, run, agent="ada", limit=1)
    assert page.total == 2
    (row,) = page.items
    assert (row.agent, row.purpose, row.prompt_length) == ("ada", "act", len("What now?"))
    assert call_texts(store, run, row.id).answer == '{"activity": "brew 20"}'
    assert call_page(store, run, purpose="plan").total == 0
    assert call_filters(store, run) == (("ada", "ben"), ("act",))


def test_the_feed_and_its_filters(store, run):
    live(store, run, [10, 20, 30])
    append(store, run, turn_at(20, 2), one_of_each(20, 2))
    page = events_page(store, run, limit=2)
    assert ([event.minute for event in page.items], page.total) == ([30, 20], 4)
    assert events_page(store, run, agent="ben").total == 1
    assert events_page(store, run, room=[Called("Quay")], after=10, before=30).total == 1


def test_conversations_by_member_and_their_lines(store, run):
    append(store, run, turn_at(10, 1), one_of_each(10))
    alone = Conversation(id=row_id(20, 1, 1), room="Quay", members=("chen", "dora"), until=25)
    append(store, run, turn_at(20, 1), [alone])
    assert conversations(store, run, agent="dora") == (alone,)
    assert [talk.minute for talk in conversations(store, run)] == [10, 20]
    assert conversations(store, run, after=10, before=20) == ()
    assert [line.text for line in lines_of(store, run, 5)] == ["Hello"]


def test_recalls_and_counts(store, run):
    append(store, run, turn_at(10, 1), one_of_each(10))
    append(store, run, turn_at(20, 1), [Recall(id=row_id(20, 1, 1), agent="ada", purpose="p", query="")])
    assert [recall.minute for recall in recalls(store, run, "ada")] == [20, 10]
    assert [recall.minute for recall in recalls(store, run, "ada", limit=1, before=20)] == [10]
    assert counts(store, run)["memory"] == 2
    assert counts(store, run, before=10)["turn"] == 0


def test_memory_records_are_memories(store, run):
    assert all(isinstance(one, Memory) for one in memory_page(store, run, None).items)
