"""Who knows what in the lived towns of the bench: a fact is known by whoever was told it, or saw it."""

from __future__ import annotations

import pytest

from engine.records import Fact, Line, Memory
from engine.row_ids import row_id
from tests.bench.quality.knowing import is_grounded, knowers
from tests.bench.quality.lived import Lived

OFFER = Fact(
    id="offer",
    text="Tom has been offered a post at the shipyard.",
    known_by=("tom",),
    key_words=("Aldersund",),
)
STORY = "Ada saw an envelope from Aldersund in Tom's coat and wonders what is in it"
TOLD = "Tom told Ada that there is a post for him at Aldersund"


def lived(*memories, lines=()):
    by_id = {memory.id: memory for memory in memories}
    return Lived(
        run=None,
        memories=memories,
        lines=tuple(lines),
        conversations=(),
        presences=(),
        relations=(),
        steps=(),
        diaries=(),
        by_id=by_id,
    )


def memory(n, text, *, agent="ada", kind="seed", at=0, importance=6, **fields):
    return Memory(id=row_id(at, 1, n), agent=agent, kind=kind, text=text, importance=importance, **fields)


OWN = memory(1, STORY)
TOM_S = memory(2, "Tom has a letter from Aldersund", agent="tom")
THOUGHT = memory(3, f"Ada had it in mind again: {STORY}.", kind="reflection", at=700, evidence=(OWN.id,))
DEEPER = memory(4, "Aldersund weighs on Ada.", kind="reflection", at=800, evidence=(THOUGHT.id,))


@pytest.mark.parametrize("thoughts", [(THOUGHT,), (THOUGHT, DEEPER)])
def test_who_thinks_over_their_own_story_has_come_to_know_nothing(thoughts):
    assert set(knowers(lived(OWN, TOM_S, *thoughts), OFFER, 1)) == {"tom"}


def test_who_was_told_it_knows_it_from_then_on_whatever_they_think_of_it_besides():
    said = Line(
        id=row_id(600, 1, 1),
        conversation=7,
        speaker="tom",
        said_at=600,
        text="There's a post for me at Aldersund.",
        tells=TOM_S.id,
    )
    told = memory(2, TOLD, kind="talk", at=600, source=said.id)
    over = memory(3, f"Ada thinks of it: {TOLD}.", kind="reflection", at=700, evidence=(OWN.id, told.id))
    both = lived(OWN, TOM_S, told, over, lines=(said,))
    assert knowers(both, OFFER, 1)["ada"] == told
    assert is_grounded(both, OFFER, "ada")
    assert "ada" in knowers(lived(OWN, TOM_S, over, told), OFFER, 1)


def test_a_thought_that_rests_on_nothing_that_says_so_is_known_without_a_telling():
    made_up = memory(3, "There is a post at Aldersund.", kind="reflection", at=700, evidence=())
    assert not is_grounded(lived(OWN, TOM_S, made_up), OFFER, "ada")
