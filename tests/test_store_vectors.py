"""Vectors in the store: kept once, told apart by who made them, and in whose past they count."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.records import Recall, Turn
from engine.row_ids import row_id
from engine.store.answers.embedded import phase_at, phases, settle_phases
from engine.store.answers.vectors import (
    keep_recorded_vector,
    keep_vectors,
    kept_vectors,
    note_sought,
    vectors_of,
)
from engine.store.living.runs import fork_run
from engine.store.log.rows import append
from engine.store.texts import text_hash

M = "m @ http://h/v1"


def vector(*numbers):
    return np.array(numbers, dtype=np.float32)


def recalled(store, run, minute):
    """Something is recalled, so that how it was found is settled."""
    turn = Turn(id=row_id(minute, 1, 0), agent="a", room="r", reason="wake", calls=0)
    append(store, run, turn, [Recall(id=row_id(minute, 1, 1), agent="a", purpose="p", query="q")])


def test_a_vector_is_kept_to_the_bit_by_model_and_text(store):
    made = {f"text {n}": vector(0.1 * n, 1 / 3) for n in range(1_200)}
    keep_vectors(store, M, made)
    found = kept_vectors(store, [], M, [*made, "another"])
    assert found.keys() == made.keys()
    assert all(found[text].tobytes() == made[text].tobytes() for text in made)
    assert kept_vectors(store, [], "other", made) == {}


def test_the_first_vector_of_a_text_stays(store):
    keep_vectors(store, M, {"boat": vector(1, 0)})
    keep_vectors(store, M, {"boat": vector(0, 1), "quay": vector(0, 1)})
    assert kept_vectors(store, [], M, ["boat"])["boat"].tolist() == [1, 0]


def test_vectors_of_another_length_are_refused_and_none_of_them_stays(store):
    keep_vectors(store, M, {"boat": vector(1, 0)})
    with pytest.raises(BadInput, match="had 2 dimensions before and now have 3"):
        keep_vectors(store, M, {"quay": vector(1, 0, 0)})
    assert kept_vectors(store, [], M, ["quay"]) == {}


def test_what_came_with_a_run_counts_for_it_alone_and_before_everybodys(store, run):
    keep_vectors(store, M, {"boat": vector(1, 0), "quay": vector(1, 0)})
    with store.write() as db:
        keep_recorded_vector(db, run, M, text_hash("boat"), vector(0, 1).tobytes())
    assert kept_vectors(store, [run], M, ["boat", "quay"])["boat"].tolist() == [0, 1]
    assert kept_vectors(store, [run], M, ["quay"])["quay"].tolist() == [1, 0]
    assert kept_vectors(store, [run + 1], M, ["boat"])["boat"].tolist() == [1, 0]


def test_where_those_that_came_are_of_another_length_everybodys_do_not_go_with_them(store, run):
    keep_vectors(store, M, {"boat": vector(1, 0), "quay": vector(1, 0)})
    with store.write() as db:
        keep_recorded_vector(db, run, M, text_hash("boat"), vector(0, 1, 0).tobytes())
    assert set(kept_vectors(store, [run], M, ["boat", "quay"])) == {"boat"}


def test_the_vectors_of_a_run_are_those_of_its_texts_and_of_its_interviews(store, run):
    keep_vectors(store, M, {text: vector(1, 0) for text in ("boat", "quay", "rain")})
    note_sought(store, run, ["rain", "never embedded"])
    found = list(vectors_of(store, run, [M], [text_hash("boat")]))
    assert {name for _, name, _ in found} == {text_hash("boat"), text_hash("rain")}
    assert found == sorted(found)


def test_how_a_run_finds_memories_is_settled_once_it_has(store, run):
    assert phases(store, run) == ()
    settle_phases(store, run, [(0, M)])
    settle_phases(store, run, [(0, "other")])
    assert phases(store, run) == ((0, "other"),)
    recalled(store, run, 5)
    settle_phases(store, run, [(0, "other")])
    with pytest.raises(
        BadInput, match="with 'other' so far, but its model would now search them only by words"
    ):
        settle_phases(store, run, [(0, "")])


def test_a_run_from_before_there_were_embeddings_finds_them_by_words(store, run):
    recalled(store, run, 5)
    settle_phases(store, run, [(0, "")])
    with pytest.raises(BadInput, match="only by words so far, but its model would now search them with 'm @"):
        settle_phases(store, run, [(0, M)])


def test_a_fork_has_its_parents_way_before_it_and_its_own_after(store, run, monkeypatch):
    monkeypatch.setattr("engine.store.living.runs.town_clock", lambda store, run: 1_000)
    settle_phases(store, run, [(0, M)])
    fork = fork_run(store, run, 100).number
    settle_phases(store, fork, [(100, "")])
    child = fork_run(store, fork, 200).number
    settle_phases(store, child, [(0, "first"), (150, "other"), (300, "third")])
    assert phases(store, fork) == ((0, M), (100, ""))
    known = phases(store, child)
    assert known == ((0, M), (100, ""), (200, "other"), (300, "third"))
    assert [phase_at(known, at) for at in (0, 99, 100, 250, 999)] == [M, M, "", "other", "third"]
    early = fork_run(store, child, 50).number
    assert phases(store, early) == ((0, M), (50, ""))
