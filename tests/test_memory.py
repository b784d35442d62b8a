"""The memory stream: what is recalled first, and why."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from engine.language.lexicon import Lexicon
from engine.mind.memory import MemoryStream
from engine.records import Memory
from engine.row_ids import row_id
from engine.settings import PAPER, Weights

ENGLISH = Lexicon("en")


def memory(minute, text="Isabel Moreno opened the café.", importance=3, *, n=1, kind="observation", **more):
    return Memory(
        id=row_id(minute, 1, n), agent="isabel", kind=kind, text=text, importance=importance, **more
    )


def stream(*memories, **options):
    made = MemoryStream(ENGLISH, **options)
    for one in memories:
        made.add(one)
    return made


def recall(made, query="café", now=3000, weights=PAPER, count=10, **more):
    return made.recall(query, now=now, weights=weights, decay=0.995, count=count, **more)


def test_regression_1_the_most_recently_accessed_memory_ranks_first():
    old, new = memory(10), memory(2000)
    assert [item.memory for item in recall(stream(old, new))] == [new.id, old.id]


def test_what_came_later_is_left_out_where_only_the_past_may_come_to_mind():
    old, new = memory(10), memory(2000)
    assert [item.memory for item in recall(stream(old, new), before=new.id)] == [old.id]
    assert recall(stream(old, new), before=old.id, newest=3) == []


def test_recalling_an_old_memory_makes_it_recent_again():
    old, new = memory(10), memory(2000)
    made = stream(old, new)
    made.touch([old.id], 2500)
    assert recall(made)[0].memory == old.id


def test_regression_2_lookup_ignores_case():
    made = stream(memory(1, "Tomas Lind mended a net."), memory(1, "The sea was grey.", n=2))
    best = recall(made, "TOMAS")[0]
    assert best.memory == row_id(1, 1, 1)
    assert best.relevance == 1.0


# ---- what is in it


def test_a_stream_knows_its_memories_by_their_ids_in_the_order_they_were_made():
    first, second = memory(1), memory(2, "Rain.")
    made = stream(first, second)
    assert (len(made), list(made.memories)) == (2, [first, second])
    assert made.get(second.id) == second
    assert second.id in made
    assert 99 not in made
    with pytest.raises(KeyError):
        made.get(99)


# ---- the parts of a score, to the number

RECENT = Weights(recency=1, importance=0, relevance=0)
IMPORTANT = Weights(recency=0, importance=1, relevance=0)
RELEVANT = Weights(recency=0, importance=0, relevance=1)


def parts_of(made, part, **options):
    """One part of the score of every memory, in the order they were made."""
    found = {item.memory: getattr(item, part) for item in recall(made, **{"count": 100} | options)}
    return [found[one.id] for one in made.memories]


def test_recency_fades_by_the_hour_since_the_last_recall_and_is_scaled_to_one():
    made = stream(*(memory(minute) for minute in (0, 60, 150, 600)))
    made.touch([row_id(150, 1, 1)], 300)
    made.touch([row_id(600, 1, 1)], 500)  # what was recalled before counts no less recent
    faded = [0.995 ** (hours - 15) for hours in (20, 19, 15, 10)]
    expected = [(each - faded[0]) / (faded[3] - faded[0]) for each in faded]
    assert parts_of(made, "recency", now=1_200) == pytest.approx(expected, abs=1e-6)


def test_importance_is_scaled_to_one():
    made = stream(*(memory(minute, importance=minute) for minute in (2, 3, 7, 10)))
    assert parts_of(made, "importance") == pytest.approx([0, 1 / 8, 5 / 8, 1], abs=1e-6)


def test_a_part_that_is_the_same_for_all_says_nothing():
    (item,) = recall(stream(memory(1)))
    assert (item.score, item.recency, item.importance, item.relevance) == (0, 0, 0, 0)


def test_numbers_are_kept_to_the_sixth_decimal():
    made = stream(
        memory(1, "Café", 1),
        memory(20, "Rain at the café.", 3),
        *(memory(100, "Rain.", 8, n=n) for n in range(3)),
    )
    (middle,) = (item for item in recall(made) if item.memory == row_id(20, 1, 1))
    for number in (middle.score, middle.recency, middle.importance, middle.relevance):
        assert round(number, 5) != number == round(number, 6)
    assert middle.importance == round(2 / 7, 6)


@pytest.mark.parametrize("forgetting", [0.1, 0.5])
def test_what_is_forgotten_fades_by_the_day_and_more_slowly_with_every_recall(forgetting):
    made = stream(memory(1_000), memory(1_000, "Rain.", n=2), forgetting=forgetting)

    def left(day):
        return parts_of(made, "relevance", now=1_000 + day * 24 * 60)[0]

    assert left(3) == pytest.approx(math.exp(-forgetting * 3), abs=1e-6)
    made.touch([row_id(1_000, 1, 1)], 1_000)
    assert left(3) == pytest.approx(math.exp(-forgetting * 3 / 2), abs=1e-6)
    made.touch([row_id(1_000, 1, 1)], 1_000, times=4)
    made.touch([row_id(1_000, 1, 1)], 1_000)
    assert left(3) == pytest.approx(math.exp(-forgetting * 3 / 7), abs=1e-6)
    made.touch([row_id(1_000, 1, 1)], 1_000 + 24 * 60)
    assert left(3) == pytest.approx(math.exp(-forgetting * 2 / 8), abs=1e-6)
    assert parts_of(made, "relevance", now=9_000)[1] == 0


# ---- what is recalled


def test_of_equal_memories_the_newer_come_first_however_many_fit():
    made = stream(*(memory(1, n=n) for n in range(1, 6)))
    ids = [one.id for one in reversed(made.memories)]
    for count in (1, 2, 4, 5, 9):
        assert [item.memory for item in recall(made, count=count, weights=RELEVANT)] == ids[:count]
    assert recall(made, count=0) == []


def test_the_newest_that_are_not_among_the_best_come_after_them_newest_first():
    made = stream(*(memory(1, importance=10 - n, n=n) for n in range(1, 6)))
    one, two, three, four, five = (memory.id for memory in made.memories)

    def found(count, newest=0):
        items = recall(made, count=count, newest=newest, weights=IMPORTANT)
        return [item.memory for item in items]

    assert found(2) == [one, two]
    assert found(2, newest=2) == [one, two, five, four]
    assert found(0, newest=1) == [five]
    assert found(4, newest=3) == [one, two, three, four, five]
    assert found(1, newest=99) == [one, five, four, three, two]


def test_only_memories_of_the_kinds_that_are_asked_for_are_recalled_and_compared():
    made = stream(
        memory(1, importance=9, kind="plan"),
        memory(2, importance=7, kind="seed"),
        memory(3, importance=5, kind="talk"),
        memory(4, importance=3, kind="whisper"),
    )
    plan, seed, talk, whisper = (one.id for one in made.memories)

    def found(**options):
        return {item.memory: item.importance for item in recall(made, weights=IMPORTANT, **options)}

    assert found(kinds=("seed", "whisper")) == {seed: 1, whisper: 0}
    assert found(kinds=iter(["seed", "talk", "whisper"]), before=whisper) == {seed: 1, talk: 0}
    assert found(before=talk) == {plan: 1, seed: 0}
    assert found(kinds=()) == found(kinds=("reflection",)) == {}
    assert len(found()) == 4


def test_inflected_words_meet():
    made = stream(memory(1, "The sea was grey."), memory(1, "Isabel Moreno is inviting neighbours.", n=2))
    assert recall(made, "whom did you invite")[0].memory == row_id(1, 1, 2)


def test_chinese_is_found_inside_a_sentence():
    made = MemoryStream(Lexicon("zh"))
    made.add(memory(1, "陈伯在码头修船。"))
    made.add(memory(1, "今天下了一场雨。", n=2))
    assert recall(made, "谁在码头")[0].memory == row_id(1, 1, 1)


def test_the_parts_add_up_to_the_score():
    made = stream(*(memory(i * 50, f"The café had {i} guests.", 1 + i % 10, n=i) for i in range(40)))
    for item in recall(made, "guests 7", weights=Weights(recency=0.3, importance=2, relevance=1.5)):
        assert item.recency + item.importance + item.relevance == pytest.approx(item.score, abs=1e-5)


@pytest.mark.parametrize("part", ["recency", "importance", "relevance"])
def test_each_part_counts_by_its_own_weight(part):
    """Double one weight: that part doubles for every memory, and the other two stay."""
    made = stream(*(memory(i * 70, f"The café had {i} guests.", 1 + i * 7 % 10, n=i) for i in range(12)))
    plain = {item.memory: item for item in recall(made, "guests 7", weights=PAPER, count=12)}
    heavy = PAPER.model_copy(update={part: 2.0})
    for item in recall(made, "guests 7", weights=heavy, count=12):
        for name in ("recency", "importance", "relevance"):
            expected = getattr(plain[item.memory], name) * (2 if name == part else 1)
            assert getattr(item, name) == pytest.approx(expected, abs=2e-6), name
    assert len({getattr(item, part) for item in plain.values()}) > 1


def test_the_newest_memories_have_places_of_their_own():
    made = stream(*(memory(i, "The party begins soon.", n=i) for i in range(1, 6)), memory(9, "Rain."))
    found = [item.memory for item in recall(made, "party", count=2, newest=1, weights=Weights(recency=0))]
    assert len(found) == 3
    assert found[-1] == row_id(9, 1, 1)


def test_a_hidden_memory_is_never_recalled():
    made = stream(memory(1), memory(2))
    made.hide(row_id(2, 1, 1))
    assert [item.memory for item in recall(made)] == [row_id(1, 1, 1)]
    assert made.shows(row_id(1, 1, 1)) is True
    assert made.shows(row_id(2, 1, 1)) is False
    assert row_id(2, 1, 1) in made, "it stays in the stream"


def test_forgetting_weakens_what_is_not_rehearsed():
    keeps, forgets = (
        stream(memory(1), memory(4000, "Rain.")),
        stream(memory(1), memory(4000, "Rain."), forgetting=1),
    )
    assert recall(forgets, now=9000)[-1].relevance < recall(keeps, now=9000)[-1].relevance


def test_nothing_is_recalled_from_an_empty_mind():
    assert recall(stream()) == []


def unit(*numbers):
    vector = np.array(numbers, dtype=np.float32)
    return vector / np.linalg.norm(vector)


def test_the_cosine_counts_half_as_much_as_the_words_and_both_together_are_scaled_to_one():
    made = MemoryStream(ENGLISH)
    for n, (text, vector) in enumerate(
        [("alpha", unit(1, 0)), ("beta", unit(0, 1)), ("gamma", unit(1, 1))], 1
    ):
        made.add(memory(1, text, n=n), vector)
    near = math.sqrt(0.5)
    both = parts_of(made, "relevance", query="alpha", vector=unit(0, 1))
    assert both == pytest.approx([1, (0.5 - near / 2) / (1 - near / 2), 0], abs=1e-3)


def test_a_stream_says_what_has_no_vector_yet_and_takes_it_later():
    made = stream(memory(1, "alpha"), memory(2, "beta"), memory(3, " "))
    assert made.lacking("m") == ["alpha", "beta", " "]
    made.place({"alpha": unit(1, 0), "beta": unit(0, 1)})
    made.add(memory(4, "alpha"))
    assert made.lacking("m") == [" ", "alpha"]
    made.place({"alpha": unit(1, 0)})
    assert recall(made, "none", vector=unit(0, 1), by="vectors", weights=Weights(recency=0, importance=0))[
        0
    ].memory == row_id(2, 1, 1)
    assert made.lacking("another model") == ["alpha", "beta", " ", "alpha"]
    assert made.lacking("another model") == ["alpha", "beta", " ", "alpha"]


def test_where_there_are_no_vectors_the_words_decide_whatever_was_asked_for():
    made = stream(memory(1, "alpha"), memory(2, "beta"))
    for by in ("words", "vectors", "both"):
        found = recall(made, "alpha", vector=unit(0, 1), by=by, weights=RELEVANT)
        assert [item.relevance for item in found] == [1, 0]
        assert found[0].memory == row_id(1, 1, 1)


def test_words_alone_decide_when_asked_for():
    made = MemoryStream(ENGLISH)
    made.add(memory(1, "alpha"), unit(1, 0))
    made.add(memory(2, "beta"), unit(0, 1))
    for asked in ({"vector": unit(0, 1), "by": "words"}, {}):
        found = recall(made, "alpha", weights=RELEVANT, **asked)
        assert [item.relevance for item in found] == [1, 0]
        assert found[0].memory == row_id(1, 1, 1)


def test_vectors_are_of_one_length():
    made = stream(memory(1, "alpha"), memory(2, "beta"))
    made.lacking("m")
    made.place({"alpha": unit(1, 0)})
    with pytest.raises(ValueError, match="shape"):
        made.place({"beta": unit(1, 0, 0)})


def test_a_memory_without_a_vector_is_as_far_as_what_has_nothing_in_common():
    made = stream(memory(1, "alpha"), memory(2, "beta"), memory(3, "gamma"))
    made.lacking("m")
    made.place({"alpha": unit(1, 0), "beta": unit(-1, 1)})
    near = parts_of(made, "relevance", query="none", vector=unit(1, 0), by="vectors")
    low = -math.sqrt(0.5)
    assert near == pytest.approx([1, 0, -low / (1 - low)], abs=1e-6)


@pytest.mark.parametrize("numbers", [3, 768, 8_192])
def test_a_cosine_is_the_same_in_whatever_order_it_is_added(numbers):
    draw = np.random.default_rng(numbers)
    rows = draw.normal(size=(40, numbers)).astype(np.float32)
    rows[0] = 1 / np.sqrt(numbers)  # all of one sign: the largest sums there are
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    order = draw.permutation(numbers)
    found = []
    for change in (lambda row: row, lambda row: row[order], lambda row: row[::-1]):
        made = MemoryStream(ENGLISH)
        for n, row in enumerate(rows):
            made.add(memory(n + 1, f"text {n}"), change(row))
        found.append(made._cosine(change(rows[0])).tolist())
    assert found[0] == found[1] == found[2]
    assert all(value == int(value) and abs(value) < 2**53 for value in found[0])


def vectors_of(made, draw, numbers=5):
    """Give every memory of a stream a vector; the memories in the order of their cosine with `sought`."""
    rows = draw.normal(size=(len(made), numbers)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    sought = rows[len(made) // 2]
    near = rows.astype(np.float64) @ sought.astype(np.float64)
    return rows, sought, [made.memories[i].id for i in np.argsort(-near)]


BY_VECTOR = {"by": "vectors", "weights": Weights(recency=0, importance=0)}


@pytest.mark.parametrize("count", [256, 257, 1_100])
def test_however_many_vectors_there_are_the_nearest_comes_first(count, monkeypatch):
    """Added one by one, so that their room grows; and placed at once, the first or the last of them first."""
    monkeypatch.setattr("engine.mind.memory._ROWS", 100)
    texts = [memory(n + 1, f"text {n}") for n in range(count)]
    rows, sought, nearest = vectors_of(stream(*texts), np.random.default_rng(count))
    grown, placed, placed_last = MemoryStream(ENGLISH), stream(*texts), stream(*texts)
    for one, row in zip(texts, rows, strict=True):
        grown.add(one, row)
    for made, first in ((placed, 0), (placed_last, -1)):
        made.lacking("m")
        made.place({texts[first].text: rows[first]})
        made.place({texts[-1 - first].text: rows[-1 - first]})
        made.place({one.text: row for one, row in zip(texts, rows, strict=True)})
    for made in (grown, placed, placed_last):
        found = [item.memory for item in recall(made, "none", vector=sought, count=count, **BY_VECTOR)]
        assert found == nearest


def test_vectors_alone_decide_when_asked_for():
    made = MemoryStream(ENGLISH)
    made.add(memory(1, "alpha"), np.array([1, 0], dtype=np.float32))
    made.add(memory(1, "beta", n=2), np.array([0, 1], dtype=np.float32))
    best = recall(made, "alpha", vector=np.array([0, 1], dtype=np.float32), by="vectors")[0]
    assert best.memory == row_id(1, 1, 2)


weights = st.builds(
    Weights,
    recency=st.floats(0.01, 5),
    importance=st.floats(0.01, 5),
    relevance=st.floats(0.01, 5),
)
background = st.lists(
    st.tuples(
        st.integers(0, 2000),
        st.sampled_from(["The sea.", "A café guest.", "Rain and wind."]),
        st.integers(1, 10),
    ),
    max_size=12,
)


def rank(made, row, **options):
    order = [item.memory for item in recall(made, count=100, **options)]
    return order.index(row)


@given(background, weights, st.integers(0, 2000), st.integers(1, 900))
def test_law_newer_never_ranks_lower(others, weighed, minute, later):
    made = stream(*(memory(m, t, i, n=n) for n, (m, t, i) in enumerate(sorted(others), 1)))
    made.add(memory(minute, n=100))
    made.add(memory(minute + later, n=200))
    assert rank(made, row_id(minute + later, 1, 200), weights=weighed) < rank(
        made, row_id(minute, 1, 100), weights=weighed
    )


@given(background, weights, st.integers(1, 9), st.integers(1, 5))
def test_law_more_important_never_ranks_lower(others, weighed, importance, more):
    made = stream(*(memory(m, t, i, n=n) for n, (m, t, i) in enumerate(sorted(others), 1)))
    made.add(memory(2100, importance=min(10, importance + more), n=100))
    made.add(memory(2100, importance=importance, n=200))
    assert rank(made, row_id(2100, 1, 100), weights=weighed) < rank(
        made, row_id(2100, 1, 200), weights=weighed
    )


@given(background, weights)
def test_law_more_relevant_never_ranks_lower(others, weighed):
    made = stream(*(memory(m, t, i, n=n) for n, (m, t, i) in enumerate(sorted(others), 1)))
    made.add(memory(2100, "A lantern hung by the café door.", n=100))
    made.add(memory(2100, "A bucket hung by the quay wall.", n=200))
    better = rank(made, row_id(2100, 1, 100), weights=weighed, query="lantern by the café")
    assert better < rank(made, row_id(2100, 1, 200), weights=weighed, query="lantern by the café")
