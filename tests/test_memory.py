"""The memory stream: what is recalled first, and why."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from engine.language.lexicon import Lexicon
from engine.mind.memory import MemoryStream
from engine.records import Memory
from engine.row_ids import stamp
from engine.settings import PAPER, Weights

ENGLISH = Lexicon("en")


def memory(minute, text="Isabel Moreno opened the café.", importance=3, *, n=1, kind="observation", **more):
    return Memory(id=stamp(minute, 1, n), agent="isabel", kind=kind, text=text, importance=importance, **more)


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
    assert best.memory == stamp(1, 1, 1)
    assert best.relevance == 1.0


def test_inflected_words_meet():
    made = stream(memory(1, "The sea was grey."), memory(1, "Isabel Moreno is inviting neighbours.", n=2))
    assert recall(made, "whom did you invite")[0].memory == stamp(1, 1, 2)


def test_chinese_is_found_inside_a_sentence():
    made = MemoryStream(Lexicon("zh"))
    made.add(memory(1, "陈伯在码头修船。"))
    made.add(memory(1, "今天下了一场雨。", n=2))
    assert recall(made, "谁在码头")[0].memory == stamp(1, 1, 1)


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


def test_a_line_of_a_talk_brings_up_its_neighbours():
    made = MemoryStream(ENGLISH)
    for n, text in enumerate(
        ["Shall we?", "I am giving a lantern party.", "Oh, how nice.", "Rain again."], 1
    ):
        made.add(memory(5, text, kind="talk", n=n), follows=n in (2, 3))
    parts = {item.memory: item.relevance for item in recall(made, "lantern", weights=PAPER)}
    said, answered, before, elsewhere = (parts[stamp(5, 1, n)] for n in (2, 3, 1, 4))
    assert said > answered > before > elsewhere == 0


def test_the_newest_memories_have_places_of_their_own():
    made = stream(*(memory(i, "The party begins soon.", n=i) for i in range(1, 6)), memory(9, "Rain."))
    found = [item.memory for item in recall(made, "party", count=2, newest=1, weights=Weights(recency=0))]
    assert len(found) == 3
    assert found[-1] == stamp(9, 1, 1)


def test_a_hidden_memory_is_never_recalled():
    made = stream(memory(1), memory(2))
    made.hide(stamp(2, 1, 1))
    assert [item.memory for item in recall(made)] == [stamp(1, 1, 1)]


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


def test_words_and_vectors_count_the_same_for_relevance():
    made = MemoryStream(ENGLISH)
    for n, (text, vector) in enumerate(
        [("alpha", unit(1, 0)), ("beta", unit(0, 1)), ("gamma", unit(1, 1))], 1
    ):
        made.add(memory(1, text, n=n), vector)
    parts = {item.memory: item.relevance for item in recall(made, "alpha", vector=unit(0, 1))}
    assert parts[stamp(1, 1, 1)] == pytest.approx(0.5)
    assert parts[stamp(1, 1, 2)] == pytest.approx(0.5)
    assert parts[stamp(1, 1, 3)] == pytest.approx(np.sqrt(0.5) / 2, abs=1e-3)


def test_a_stream_says_what_has_no_vector_yet_and_takes_it_later():
    made = stream(memory(1, "alpha"), memory(2, "beta"), memory(3, " "))
    assert made.lacking("m") == ["alpha", "beta", " "]
    made.place({"alpha": unit(1, 0), "beta": unit(0, 1)})
    made.add(memory(4, "alpha"))
    assert made.lacking("m") == [" ", "alpha"]
    made.place({"alpha": unit(1, 0)})
    assert recall(made, "none", vector=unit(0, 1), by="vectors", weights=Weights(recency=0, importance=0))[
        0
    ].memory == stamp(2, 1, 1)
    assert made.lacking("another model") == ["alpha", "beta", " ", "alpha"]
    assert made.lacking("another model") == ["alpha", "beta", " ", "alpha"]


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
def test_however_many_vectors_there_are_the_nearest_comes_first(count):
    """Added one by one, so that their room grows; and placed at once, the last of them first."""
    texts = [memory(n + 1, f"text {n}") for n in range(count)]
    rows, sought, nearest = vectors_of(stream(*texts), np.random.default_rng(count))
    grown, placed = MemoryStream(ENGLISH), stream(*texts)
    for one, row in zip(texts, rows, strict=True):
        grown.add(one, row)
    placed.lacking("m")
    placed.place({texts[-1].text: rows[-1]})
    placed.place({one.text: row for one, row in zip(texts, rows, strict=True)})
    for made in (grown, placed):
        found = [item.memory for item in recall(made, "none", vector=sought, count=9, **BY_VECTOR)]
        assert found == nearest[:9]


def test_vectors_alone_decide_when_asked_for():
    made = MemoryStream(ENGLISH)
    made.add(memory(1, "alpha"), np.array([1, 0], dtype=np.float32))
    made.add(memory(1, "beta", n=2), np.array([0, 1], dtype=np.float32))
    best = recall(made, "alpha", vector=np.array([0, 1], dtype=np.float32), by="vectors")[0]
    assert best.memory == stamp(1, 1, 2)


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
    assert rank(made, stamp(minute + later, 1, 200), weights=weighed) < rank(
        made, stamp(minute, 1, 100), weights=weighed
    )


@given(background, weights, st.integers(1, 9), st.integers(1, 5))
def test_law_more_important_never_ranks_lower(others, weighed, importance, more):
    made = stream(*(memory(m, t, i, n=n) for n, (m, t, i) in enumerate(sorted(others), 1)))
    made.add(memory(2100, importance=min(10, importance + more), n=100))
    made.add(memory(2100, importance=importance, n=200))
    assert rank(made, stamp(2100, 1, 100), weights=weighed) < rank(made, stamp(2100, 1, 200), weights=weighed)


@given(background, weights)
def test_law_more_relevant_never_ranks_lower(others, weighed):
    made = stream(*(memory(m, t, i, n=n) for n, (m, t, i) in enumerate(sorted(others), 1)))
    made.add(memory(2100, "A lantern hung by the café door.", n=100))
    made.add(memory(2100, "A bucket hung by the quay wall.", n=200))
    better = rank(made, stamp(2100, 1, 100), weights=weighed, query="lantern by the café")
    assert better < rank(made, stamp(2100, 1, 200), weights=weighed, query="lantern by the café")
