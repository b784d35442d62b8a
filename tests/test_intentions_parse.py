"""A sentence is taken apart: what a clause is about, how its verb is put, and what it is plainly."""

import pytest

from engine.rehearsal.reading.parse.clause import ClauseParser
from engine.rehearsal.reading.parse.grammar import grammar_of
from engine.rehearsal.reading.parse.parsing import Parsing
from engine.rehearsal.reading.parse.splitting import split

GRAMMAR = grammar_of("en")
assert GRAMMAR is not None
MARKS = {
    "YOU": "\ue700",
    "ANN": "\ue001",
    "BEN": "\ue002",
    "MILL": "\ue201",
    "TODAY": "\ue401",
    "AT_SIX": "\ue402",
}


def marked(text):
    for word, mark in MARKS.items():
        text = text.replace(word, mark)
    return text


def shown(text):
    for word, mark in MARKS.items():
        text = text.replace(mark, word)
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "who", "verb", "asks", "no", "passive"),
    [
        ("sweep the floor", "", "sweep", True, False, False),
        ("YOU shouldn't sell the boat", "me", "sell", True, True, False),
        ("ANN has to be told", "other", "tell", True, False, True),
        ("ANN's boat needs painting", "thing", "need", False, False, False),
        ("the boat is being painted", "thing", "paint", False, False, True),
        ("it would be nice if YOU came", "impersonal", "be", True, False, False),
        ("nobody must ever know", "nobody", "know", True, False, False),
        ("Until the roof is mended YOU're to sleep MILL", "me", "sleep", True, False, False),
        ("AT_SIX ANN and BEN are meeting", "other", "meet", False, False, False),
    ],
)
def test_a_clause_has_a_subject_and_a_verb_with_what_helps_it(text, who, verb, asks, no, passive):
    clause = ClauseParser(GRAMMAR).parsed(marked(text))
    assert (clause.who, clause.verb, clause.asks, clause.no, clause.passive) == (who, verb, asks, no, passive)


def test_words_without_a_verb_are_no_clause():
    assert ClauseParser(GRAMMAR).parsed("a very long way from home") is None
    assert ClauseParser(GRAMMAR).parsed("") is None


def test_a_sentence_parts_where_a_clause_of_its_own_begins():
    parser = ClauseParser(GRAMMAR)
    said = marked(
        "sweep the floor and the stairs, and tell ANN that BEN has gone and YOU are sorry; then go home"
    )
    parts = [shown(part) for part in split(said, parser)]
    assert parts[0] == "sweep the floor and the stairs"
    assert parts[1].startswith("tell ANN that BEN has gone")
    assert parts[-1].endswith("go home")


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("It would be kind of YOU to tell ANN the truth", "tell ANN the truth"),
        ("I", ""),
        ("ANN ought to be warned about the well TODAY", "tell ANN about the well TODAY"),
        ("ANN needs to hear that the well is dry", "tell ANN that the well is dry"),
        ("The news has to be broken to ANN TODAY", "tell ANN so TODAY"),
        ("on no account is ANN to find out", "ANN must not know of it"),
        ("nobody needs to learn of it", "nobody must know of it"),
        ("the boat needs painting TODAY", "paint the boat TODAY"),
        ("the boat must be painted TODAY", "paint the boat TODAY"),
        ("the boat is going to be painted TODAY", ""),
        ("put YOU up for mayor", "run for mayor"),
        ("have ANN over for a meal AT_SIX", "invite ANN to a meal AT_SIX"),
        ("ANN is expected MILL AT_SIX", "meet ANN MILL AT_SIX"),
        ("That book YOU borrowed: bring it back", "bring that book back"),
        ("To do TODAY: 1) sweep the floor, 2) feed the cat", "sweep the floor TODAY; feed the cat"),
        ("what a fine day it was", ""),
        ("", ""),
    ],
)
def test_what_a_sentence_folds_in_is_put_plainly(said, plain):
    text = marked(said)
    put, _ = Parsing(GRAMMAR).plain(text, MARKS["YOU"], MARKS["ANN"], told=True)
    assert shown(put if put != text else "") == plain


def test_of_somebody_who_is_written_of_it_says_that_they_must():
    put, _ = Parsing(GRAMMAR).plain(marked("the boat must be painted by YOU"), MARKS["YOU"], "", told=False)
    assert shown(put) == "YOU must paint the boat"


def test_a_language_without_a_grammar_is_read_as_before():
    assert grammar_of("zh") is None
