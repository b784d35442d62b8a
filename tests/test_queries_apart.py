"""A query that never ends, or that needs more memory than there is, is ended; the next one is answered."""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.insight.views.query import opened
from engine.store.views.asking import MOST_LETTERS, MOST_SECONDS
from tests.lived_towns import copy_of, lived_town

pytestmark = pytest.mark.soak

TOWN = "three-neighbours"
SLACK = 60  # seconds beyond those of a query, within which even a busy machine has ended it


def doubling(draw):
    """Common table expressions, each twice the one before."""
    tables = ["t0 AS (SELECT id FROM line)"]
    for n in range(1, draw.randint(8, 30)):
        how = draw.choice(["UNION ALL", "UNION", "EXCEPT", "INTERSECT"])
        tables.append(f"t{n} AS (SELECT * FROM t{n - 1} {how} SELECT * FROM t{n - 1})")
    return f"WITH {', '.join(tables)} SELECT count(*) FROM t{len(tables) - 1}"


def endless(draw):
    step = draw.choice(["n + 1", "n * 2 % 1000003", "n || n", "printf('%d', n) || 'x'"])
    what = draw.choice(["count(*)", "max(n)", "group_concat(n)"])
    return f"WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT {step} FROM t) SELECT {what} FROM t"


def wide(draw):
    width = draw.choice([10**6, 10**8, 2 * 10**9])
    return draw.choice(
        [
            f"SELECT printf('%.{width}c', 'x')",
            f"SELECT length(hex(zeroblob({width})))",
            f"SELECT replace(hex(zeroblob({min(width, 10**6)})), '0', hex(zeroblob(1000)))",
            f"SELECT quote(randomblob({width}))",
            f"SELECT group_concat(printf('%{min(width, 10**6)}s', text)) FROM line a, line b",
            f"SELECT instr(hex(zeroblob({width})), 'x')",
        ]
    )


def crossed(draw):
    tables = ", ".join(f"line t{n}" for n in range(draw.randint(3, 12)))
    what = draw.choice(["count(*)", "max(t0.text || t1.text)", "count(DISTINCT t0.id * t1.id)", "t0.text"])
    order = draw.choice(["", " ORDER BY random()", " ORDER BY t0.text || t1.text DESC"])
    return f"SELECT {what} FROM {tables}{order}"


def deep(draw):
    depth = draw.randint(50, 2_500)
    return draw.choice(
        [
            f"SELECT {'(' * depth}1{')' * depth}",
            f"SELECT 1 {'+ 1 ' * depth}",
            f"SELECT {'abs(' * depth}1{')' * depth}",
            f"SELECT {'CASE WHEN 1 THEN ' * (depth // 5)}1{' END' * (depth // 5)}",
            " UNION ALL ".join(["SELECT 1"] * min(depth, 1_000)),
            f"SELECT * FROM {'(SELECT * FROM ' * (depth // 10)}line{')' * (depth // 10)}",
        ]
    )


def matching(draw):
    pattern = draw.choice(["%a", "_%", "*a", "[a-z]*"]) * draw.randint(2, 400)
    text = "hex(zeroblob(50000))" if draw.random() < 0.5 else "replace(hex(zeroblob(20000)), '0', 'a')"
    return f"SELECT count(*) FROM line WHERE {text} {draw.choice(['LIKE', 'GLOB'])} '{pattern}z'"


def of_json(draw):
    size = draw.randint(10, 2_000)
    text = draw.choice(["'[' || replace(hex(zeroblob({n})), '0', '[') || ']'", "json_group_array(text)"])
    text = text.format(n=size * 100)
    return draw.choice(
        [f"SELECT json_valid({text}) FROM line", f"SELECT count(*) FROM json_tree((SELECT {text} FROM line))"]
    )


def odd(draw):
    letters = draw.choice(["'", '"', "[", "--", "/*", ";", "\\", "?1", ":a", "@a", "$a::b(c)", "9e999", "😀"])
    return f"SELECT {letters * draw.randint(1, 50)}"


KINDS = (doubling, endless, wide, crossed, deep, matching, of_json, odd)


def test_the_next_views_are_opened_in_the_process_of_those_before(moment):
    with opened(moment) as views:
        views.ask("SELECT count(*) FROM line")
        first = views._apart
    with opened(moment) as views:
        views.ask("SELECT count(*) FROM line")
        assert views._apart is first
        with opened(moment) as others:
            others.ask("SELECT count(*) FROM line")
            assert others._apart is not first, "that one is at work"


def test_what_ended_a_query_is_told_from_what_the_query_needed(moment):
    with opened(moment) as views:
        views.ask("SELECT 1")
        os.kill(views._apart._process.pid, signal.SIGKILL)
        with pytest.raises(BadInput, match="ended from outside"):
            views._apart.ask("SELECT 1", {}, most=1, seconds=5, stop=lambda: False)
        assert views.ask("SELECT count(*) FROM line").rows[0][0] > 0


@pytest.fixture(scope="module")
def moment(tmp_path_factory):
    with open_workspace(copy_of(lived_town(TOWN), tmp_path_factory.mktemp("queries"))) as workspace:
        yield workspace.runs.find("last").at()


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        pytest.param(kind, number, marks=() if number < 2 else pytest.mark.nightly)
        for kind in KINDS
        for number in range(63)
    ],
)
def test_a_hostile_select_ends_or_is_ended_and_the_next_one_is_answered(moment, kind, number):
    sql = kind(random.Random(f"{kind.__name__} {number}"))[:MOST_LETTERS]
    with opened(moment) as views:
        began = time.monotonic()
        with suppress(BadInput):
            views.ask(sql)
        took = time.monotonic() - began
        assert views.ask("SELECT count(*) FROM line").rows[0][0] > 0
    assert took < MOST_SECONDS + SLACK
