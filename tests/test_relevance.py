"""What a memory has to do with a question: its words, those around it in the same talk, and its days."""

from __future__ import annotations

import datetime
import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from engine.clock import moment_words, parse_moment
from engine.language.lexicon import Lexicon
from engine.language.named_days import named_days
from engine.mind.memory import MemoryStream
from engine.mind.relevance import exact, surroundings_of
from engine.records import Memory
from engine.row_ids import row_id
from engine.settings import Weights

RELEVANT = Weights(recency=0, importance=0, relevance=1)
MONDAY = datetime.date(2026, 3, 2)


def stream(lines, minute=5, **more):
    """A stream of texts; of those that begin with a plus, each answers the one before it."""
    made = MemoryStream(Lexicon("en"))
    for n, line in enumerate(lines):
        text = line.removeprefix("+")
        row = Memory(
            id=row_id(minute, 1, n), agent="a", kind="talk", text=text, importance=1, source=1, **more
        )
        made.add(row, follows=text != line)
    return made


def relevance(made, query, **more):
    """The relevance of every memory, in the order they were made."""
    items = made.recall(query, now=9_000, weights=RELEVANT, decay=0.995, count=1_000, **more)
    found = {item.memory: item.relevance for item in items}
    return [found[one.id] for one in made.memories]


# ---- words, to the number: the same written down one memory after the other


def bm25(texts, terms, window):
    """The published formula (k1 = 1.2, b = 0.75), of the words in all the texts of a window."""
    around = [[word for at in window(n) for word in texts[at]] for n in range(len(texts))]
    mean = max(sum(map(len, around)) / len(around), 1)

    def one(words, term):
        holding, count = sum(term in each for each in around), words.count(term)
        rarity = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
        return rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(words) / mean))

    return [sum(one(words, term) for term in terms) for words in around]


def as_written(lines, query):
    """The words' part of relevance, before it is scaled to one."""
    texts, follows = [line.strip("+").split() for line in lines], [line.startswith("+") for line in lines]
    talk = list(np.cumsum([not each for each in follows]))

    def near(n, before, after):
        inside = range(max(0, n - before), min(len(texts), n + after + 1))
        return [at for at in inside if talk[at] == talk[n]]

    held = {term: sum(term in text for text in texts) for term in query.split()}
    held = {term: many for term, many in held.items() if many}
    terms = [term for term, many in held.items() if 2 * many <= len(texts)] or list(held)
    rarity = {term: math.log(1 + (len(texts) - held[term] + 0.5) / (held[term] + 0.5)) for term in terms}
    own = bm25(texts, terms, lambda n: [n])
    window = bm25(texts, terms, lambda n: near(n, 3, 3))
    own, window = ([score / max(scores) for score in scores] for scores in (own, window))

    def one(n):
        beside = sum(own[at] for at in near(n, 1, 1) if at != n)
        there = sum(rarity[term] for term in terms if term in texts[n])
        close = sum(rarity[t] for t in terms if any(t in texts[at] for at in near(n, 2, 1)))
        return own[n] + beside / 4 + window[n] + (there + close) / 2 / sum(rarity.values())

    return [one(n) for n in range(len(texts))]


def scaled(values):
    return [(value - min(values)) / (max(values) - min(values)) for value in values]


@pytest.mark.parametrize(
    "lines",
    [
        ["oak oak elm", "oak fir", "ivy", "fir", "ash fir fir"],
        ["oak elm fir fir fir fir", "oak oak fir", "elm elm elm", "fir fir", "oak fir oak"],
        ["oak", "ivy", "oak oak", "ivy", "ivy ivy ivy"],
        ["ivy oak", "+fir", "+elm fir", "+fir", "+fir fir", "+oak", "ivy", "fir elm oak", "+fir", "+ivy"],
        ["fir", "+fir", "+fir", "+elm", "+fir", "+fir", "+fir", "+fir", "+fir oak"],
        ["elm", "oak", "+fir", "+fir", "elm", "+fir oak elm ash", "+fir", "fir", "fir"],
    ],
)
def test_words_count_by_themselves_by_those_around_them_and_by_how_much_of_the_question_is_there(lines):
    found = relevance(stream(lines), "elm, ash and oak? oak!")
    assert found == pytest.approx(scaled(as_written(lines, "elm ash oak")), abs=1e-6)


words = st.lists(st.sampled_from(["oak", "elm", "ash", "fir"]), min_size=1, max_size=4).map(" ".join)


@pytest.mark.soak
@given(st.lists(st.tuples(st.sampled_from(["", "+"]), words), min_size=2, max_size=14))
def test_so_it_is_for_whatever_is_said(said):
    lines = ["ivy", *(sign + text for sign, text in said)]
    written = as_written(lines, "oak elm") if "oak" in str(said) or "elm" in str(said) else []
    if not written or max(written) == min(written):
        return
    assert relevance(stream(lines), "oak elm") == pytest.approx(scaled(written), abs=1e-6)


def test_what_is_said_in_another_talk_is_not_around_a_line():
    far = relevance(stream(["fir", "+fir", "+fir", "oak", "+fir", "ivy"]), "oak")
    assert far[:3] == [0, 0, 0]
    assert far[3] == 1
    assert far[4] > 0
    assert far[5] == 0


def test_a_word_that_most_memories_hold_tells_none_of_them_apart():
    lines = ["isabel sells fish", "isabel bakes", "isabel owes fish money", "isabel sings", "isabel"]
    assert relevance(stream(lines), "isabel money") == relevance(stream(lines), "money")
    assert relevance(stream(lines), "isabel")[4] == 1, "unless nothing else is asked for"


def test_relevance_is_scaled_to_one_over_those_that_may_come_up():
    made = stream(["oak elm", "elm", "fir", "fir"])
    made.hide(row_id(5, 1, 0))
    items = made.recall("oak elm", now=9, weights=RELEVANT, decay=0.995, count=9)
    assert [item.relevance for item in items] == [1, 0, 0]


@given(st.lists(st.booleans(), max_size=30))
def test_what_is_around_a_line_is_the_same_however_one_comes_to_know_of_it(answers):
    """Added one by one, and all at once from what days left."""
    answers = [False, *answers]
    made = stream([f"+{n}" if answer else str(n) for n, answer in enumerate(answers)])
    whole = surroundings_of(np.array(answers))
    assert list(made._first) == whole.first.tolist()
    assert list(made._last) == whole.last.tolist()


def test_there_is_nothing_around_nothing():
    assert surroundings_of(np.zeros(0, dtype=np.bool_)).first.tolist() == []


def test_digits_in_which_processors_differ_do_not_count():
    numbers = np.log1p(np.arange(1.0, 2_000) / 7)
    assert exact(np.nextafter(numbers, 0)).tolist() == exact(np.nextafter(numbers, 9)).tolist()
    assert exact(numbers) == pytest.approx(numbers, abs=1e-9)


# ---- days


def days(text, now="day 4 10:00", language="en"):
    spans = named_days(language, text, parse_moment(now), MONDAY)
    return [f"{moment_words(start)} - {moment_words(end)}" for start, end in spans]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "What did you do yesterday?", ["day 3 00:00 - day 4 00:00"]),
        ("en", "And the day before yesterday in the evening?", ["day 2 17:00 - day 3 00:00"]),
        ("en", "Who came on day 2 at noon?", ["day 2 11:00 - day 2 14:00"]),
        ("en", "on TUESDAY", ["day 2 00:00 - day 3 00:00", "day 9 00:00 - day 10 00:00"]),
        ("en", "March 3rd, or 4 March", ["day 2 00:00 - day 3 00:00", "day 3 00:00 - day 4 00:00"]),
        ("en", "You may 3 times march 4 miles in the sunday's sun", ["day 7 00:00 - day 8 00:00"]),
        ("en", "A good morning to you", []),
        ("en", "on day 0 or on February 31", []),
        ("zh", "前天晚上你在哪里？", ["day 2 17:00 - day 3 00:00"]),
        ("zh", "第3天见了谁", ["day 3 00:00 - day 4 00:00"]),
        ("zh", "3月4日呢", ["day 3 00:00 - day 4 00:00"]),
        ("zh", "星期二下午", ["day 2 12:00 - day 2 18:00", "day 9 12:00 - day 9 18:00"]),
        ("zh", "What about tomorrow?", ["day 5 00:00 - day 6 00:00"]),
        ("de", "Was war am Mittwoch?", ["day 3 00:00 - day 4 00:00", "day 10 00:00 - day 11 00:00"]),
    ],
)
def test_the_days_that_a_text_names(language, text, expected):
    assert days(text, language=language) == expected


def test_a_weekday_is_the_last_one_and_the_next_and_before_the_first_day_there_is_none():
    assert days("sunday", now="day 1 08:00") == ["day 7 00:00 - day 8 00:00"]
    assert days("monday", now="day 8 08:00") == ["day 1 00:00 - day 2 00:00", "day 8 00:00 - day 9 00:00"]


def test_what_was_made_on_a_day_that_is_named_or_speaks_of_it_is_nearer():
    made = MemoryStream(Lexicon("en"))
    for n, (minute, when) in enumerate([(100, None), (1_500, None), (1_600, 3_000), (2_900, None)]):
        row = Memory(id=row_id(minute, 1, n), agent="a", kind="plan", text="fir", importance=1, when=when)
        made.add(row)
    assert relevance(made, "oak", days=[(1_440, 2_880)]) == [0, 1, 1, 0]
    assert relevance(made, "oak", days=[(2_880, 4_320)]) == [0, 0, 1, 1]
    assert relevance(made, "oak", days=[(1_440, 1_600), (2_900, 2_901)]) == [0, 1, 0, 1]


def test_a_day_counts_half_as_much_again_as_the_best_words_do():
    made = stream(["oak", "fir"])
    row = Memory(id=row_id(2_000, 1, 0), agent="a", kind="talk", text="fir", importance=1)
    made.add(row)
    assert relevance(made, "oak", days=[(1_440, 2_880)]) == pytest.approx([1, 0, 1.5 / 3], abs=1e-6)
