"""A notebook is its text: read and written it is the same bytes, and what is wrong has its line."""

import random

import pytest
from hypothesis import given, settings, strategies as st

from engine.errors import BadInput
from engine.notebook.editing import (
    with_body,
    with_copy,
    with_fields,
    with_ids,
    with_item,
    with_key,
    with_moved,
    with_new_cell,
    with_the_one,
    with_value,
    without_cell,
)
from engine.notebook.parts import NotebookFaults
from engine.notebook.reading.fences import lines_of
from engine.notebook.reading.read import notebook_of, read_notebook
from engine.notebook.specs import Compare, Edit, Event, Expect, Interview, Predict, Run, Sql, Variant

FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\n---\n"
RUN = "```yaml {.run #d1}\ndays: 1\n```\n"


def faults(text):
    return [(fault.line, fault.message) for fault in notebook_of(text).faults]


def cell(kind, body, lang="yaml", more=""):
    return f"{FRONT}\n{RUN}\n```{lang} {{.{kind} #x1{more}}}\n{body}\n```\n"


# ---- the same bytes

BODIES = {
    "run": "days: 1",
    "edit": "set: {seed: 7}   # why not",
    "event": 'at: day 1 08:00\nwhisper: {to: nell, text: "Bake a cake: now."}',
    "sql": "select 1 -- ```yaml",
    "note": "Ein Wörtchen\n\n  - 漢字\t|",
    "weather": "rain: [1, 2",
    "expect": "that: 1 know party",
}
PROSE = [
    "# Day\n",
    "\n",
    "<!-- keep -->\n",
    "a\u2028b \n",
    "~~~\nx {.run #no\n~~~\n",
    "- li\n\n      code\n",
    "漢字\n",
    "\x0c\n",
]


def random_notebook(draw: random.Random) -> str:
    end = draw.choice(["\n", "\r\n", "\r"])
    parts = [FRONT.replace("town: three", "# a comment\ntown:   three")]
    for n in range(draw.randrange(9)):
        parts.append(draw.choice(PROSE) * draw.randrange(3))
        kind = draw.choice(list(BODIES))
        fence = draw.choice(["```", "~~~", "`````"])
        attributes = draw.choice(["", ' title="Who, #1 {x}"', " hidden=true sky=blue "])
        lang = draw.choice(["yaml", "sql", "text", ""])
        parts.append(f"\n{fence}{lang} {{.{kind} #c{n}{attributes}}}\n{BODIES[kind]}\n{fence}\n")
    parts.append(draw.choice(["", "the end without a line feed", "\n\n\n"]))
    return "".join(parts).replace("\n", end)


@pytest.mark.nightly
def test_a_thousand_random_notebooks_are_written_as_they_were_read():
    for seed in range(1_000):
        text = random_notebook(random.Random(seed))
        found = notebook_of(text)
        assert found.text.encode() == text.encode(), seed
        assert not found.faults, (seed, found.faults)


@pytest.mark.soak
@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="-`~{}.#a:\n\r\t <>!漢=\"'\x0b\u2028", max_size=120))
def test_any_text_is_written_as_it_was_read(text):
    for one in (text, FRONT + text):
        assert notebook_of(one).text == one


@pytest.mark.soak
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_a_notebook_that_is_damaged_anywhere_has_its_faults_in_lines_of_it(seed, chance):
    text = random_notebook(random.Random(seed))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(text) + 1)
        text = (
            text[:at]
            + chance.choice(["", "`", ":", "\n", "}", '"', "  ", "{.run #x}", "<script>", "\t- "])
            + (text[at + chance.randrange(8) :])
        )
    found = notebook_of(text)
    assert found.text == text
    lines = len(lines_of(text))
    for fault in found.faults:
        assert 1 <= fault.line <= lines, (fault, lines)
        assert fault.message
        assert fault.remedy


def test_a_file_is_read_byte_for_byte(tmp_path):
    content = f"\ufeff{FRONT}\r\n{RUN}".encode()
    (tmp_path / "a.town.md").write_bytes(content)
    assert read_notebook(tmp_path / "a.town.md").text.encode() == content


# ---- what cells ask for


def test_each_kind_is_understood():
    def spec(kind, body, lang="yaml"):
        found = notebook_of(cell(kind, body, lang)).without_faults("it")
        return found.cell("x1").spec

    assert spec("run", "until: day 2 12:00") == Run(until="day 2 12:00")
    assert spec("edit", "set:\n  persona.nell.traits: silent, warm\n  cognition: {reflect_at: 30}") == Edit(
        changes={"persona.nell.traits": "silent, warm", "cognition.reflect_at": "30"}
    )
    whispered = Event(verb="whisper", asked={"agent": "nell", "text": "Go."}, at="day 1 08:00")
    assert spec("event", "at: day 1 08:00\nwhisper: {to: nell, text: Go.}") == whispered
    assert spec("whisper", "at: day 1 08:00\nto: nell\ntext: Go.") == whispered
    moved = Event(verb="move", asked={"agent": "nell", "room": "Shop"})
    assert spec("event", "move: {who: nell, to: Shop}") == moved
    assert spec("interview", "who: nell\nask: [Why?, How?]") == Interview(who=("nell",), ask=("Why?", "How?"))
    assert spec("run", "until: {event: 3 know party}\nagents: [nell]\npace: 5") == Run(
        event="3 know party", agents=("nell",), pace=5
    )
    assert spec("run", "until: {reflection: nell}\ndays: 2") == Run(days=2, reflection="nell")
    assert spec("run", 'until: {time: "day 2 12:00"}') == Run(until="day 2 12:00")
    assert spec("interview", "who: nell\nmode: live\nas: Mr Pym\nask: Why?") == Interview(
        who=("nell",), ask=("Why?",), live=True, asked_by="Mr Pym"
    )
    assert spec("interview", "who: nell\nkind: plans") == Interview(who=("nell",), ask=(), kind="plans")
    said = Event(verb="say", asked={"agent": "nell", "to": "otto", "text": "Good day."})
    assert spec("event", "say: {who: nell, to: otto, text: Good day.}") == said
    assert spec("sql", "select 1", "sql") == Sql(sql="select 1\n")
    compared = spec("compare", "base: d1\nvariants: [{name: other, set: {seed: 9}}]")
    assert compared == Compare(base="d1", variants=(Variant(name="other", changes={"seed": "9"}),))
    assert spec(
        "predict", "ask: How many?\nanswer: {type: number, min: 0, max: 5}\nreveal-after: d1"
    ) == Predict(ask="How many?", type="number", least=0, most=5, reveal_after="d1")
    assert spec("expect", "that: 5 know party\nacross: {seeds: 10, at-least: 8}") == Expect(
        that="5 know party", seeds=10, at_least=8
    )


def test_what_is_unknown_is_kept_and_no_fault():
    found = notebook_of(cell("weather", "rain: 3", more=" sky=blue"))
    assert not found.faults
    assert found.cell("x1").spec is None
    assert found.cell("x1").attributes == {"sky": "blue"}


def test_a_fence_without_a_kind_is_ordinary_markdown():
    found = notebook_of(
        f"{FRONT}```yaml\ndays: 1\n```\n```py {{x}}\n```\n- a\n\n  ```yaml {{.run #no}}\n  ```\n"
    )
    assert found.cells == ()
    assert not found.faults


# ---- what is wrong, and where


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("run:\n  - days 1", 10, "the run has no key 'run'"),
        ("days: 0", 10, "whole number from 1"),
        ("days: 1\n\ndays: 2", 12, "appears twice"),
        ("until: tomorrow", 10, "'tomorrow' is not a valid moment"),
        ("days: 1\nweeks: 2", 11, "the run has no key 'weeks'"),
        ("days: [1", 11, "not valid YAML"),
        ("days: 1\nuntil: &x !!python/object:os.system ls", 11, "tag"),
        ("- days", 10, "keys with values"),
        ("# a\u2028# b\nweeks: 2", 10, "U+2028 is invisible"),
        ("", 10, "needs `days` or `until`"),
        ("until: {event: a, reflection: nell}", 10, "`until` takes exactly one of"),
        ("until: {}", 10, "`until` takes exactly one of"),
        ("until: {time: tomorrow}", 10, "'tomorrow' is not a valid moment"),
        ("until: {even: a}", 10, "has no key 'even'"),
        ("days: 1\npace: 0", 11, "whole number from 1"),
    ],
)
def test_a_fault_has_the_line_of_the_file(body, line, words):
    text = f"{FRONT}\n{RUN}```yaml {{.run #d2}}\n{body}\n```\n"
    assert [one for one in faults(text) if one[0] == line and words in one[1]], faults(text)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "no front matter"),
        ("---\ntown: x\n", 1, "is not closed"),
        ("---\ntown: x\n---\n", 2, "a Townwright notebook"),
        ("---\ntown-notebook: 1\n---\n", 2, "needs 'town'"),
        ("---\ntown-notebook: 1\ntown: ../../etc\n---\n", 3, "is outside the folder"),
        ("---\ntown-notebook: 1\ntown: /etc\n---\n", 3, "is outside the folder"),
        ("---\ntown-notebook: 1\ntown: C:\\x\n---\n", 3, "is outside the folder"),
        (f"{FRONT}\nHello <script>alert(1)</script>\n", 6, "would run"),
        (f"{FRONT}\n\n<img src=x onerror=alert(1)>\n", 7, "would run"),
        (f"{FRONT}{RUN}{RUN}", 8, "is already used by a cell above"),
        (f"{FRONT}```yaml {{.run}}\ndays: 1\n```\n", 5, "one id"),
        (f"{FRONT}```yaml {{.run #d1 oops!}}\ndays: 1\n```\n", 5, "is not a valid attribute"),
        (f"{FRONT}```yaml {{.run #d1}}\ndays: 1\n", 5, "is not closed"),
        (f"{FRONT}```yaml {{.run .sql #d1}}\ndays: 1\n```\n", 5, "exactly one kind"),
        (f"{FRONT}```yaml {{.branch #b}}\nfrom: d1\n```\n{RUN}", 5, "no cell of that name above it changes"),
        (f"{FRONT}```yaml {{.event #e}}\nwhisper: {{to: nell}}\n```\n", 6, "needs 'text'"),
        (f"{FRONT}```yaml {{.event #e}}\nat: day 1 08:00\n```\n", 6, "exactly one action"),
        (f"{FRONT}```yaml {{.expect #e}}\nthat: a\nsql: b\n```\n", 6, "one of"),
        (f"{FRONT}```yaml {{.expect #e}}\nask: Who?\nwho: nell\n```\n", 6, "says"),
        (
            f"{FRONT}```yaml {{.interview #e}}\nwho: nell\nask: Who?\nshow: dreams\n```\n",
            8,
            "an answer has no part",
        ),
        (
            f"{FRONT}```yaml {{.interview #e}}\nwho: nell\nask: Who?\nmode: live\nat: day 1 08:00\n```\n",
            9,
            "off the record",
        ),
        (f"{FRONT}```yaml {{.interview #e}}\nwho: nell\nkind: dreams\n```\n", 7, "cannot be 'dreams'"),
        (f"{FRONT}```yaml {{.chart #e}}\nplot: pie\n```\n", 6, "no chart"),
        (f"{FRONT}```sql {{.sql #e}}\n```\n", 5, "is empty"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text, line, words):
    assert [one for one in faults(text) if one[0] == line and words in one[1]], faults(text)


def test_all_faults_are_told_at_once():
    text = f"{FRONT}```yaml {{.run #a}}\ndays: x\n```\n```yaml {{.run #b}}\ndays: y\n```\n"
    with pytest.raises(NotebookFaults, match=r"it, line 6: .* \(and 1 more\)") as found:
        notebook_of(text).without_faults("it")
    assert "line 9" in found.value.details


def test_a_bomb_and_a_huge_file_are_refused(tmp_path):
    bomb = "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]"
    assert faults(cell("run", bomb))
    assert notebook_of(FRONT + "> " * 20_000 + "\n" + "[" * 20_000 + "*" * 20_000).text
    (tmp_path / "big.town.md").write_bytes(b"x" * 1_000_001)
    with pytest.raises(BadInput, match="larger than"):
        read_notebook(tmp_path / "big.town.md")
    (tmp_path / "odd.town.md").write_bytes(b"---\n\n\xff")
    with pytest.raises(BadInput, match=r"odd.town.md, line 3: this is not UTF-8"):
        read_notebook(tmp_path / "odd.town.md")


# ---- edits


def test_an_edit_changes_its_own_lines_alone():
    text = f"{FRONT}\nBefore   \n{RUN}\nBetween\n```sql {{.sql #q}}\nselect 1\n```\nAfter"
    found = notebook_of(text)
    assert with_body(found, "q", "select 2") == text.replace("select 1", "select 2")
    assert without_cell(found, "d1") == text.replace(RUN, "")
    assert with_moved(found, "q", -1).index("#q") < with_moved(found, "q", -1).index("#d1")
    assert sorted(with_moved(found, "q", -1)) == sorted(text)
    added = notebook_of(with_new_cell(found, "run", "days: 2", after="d1"))
    assert [one.kind for one in added.cells] == ["run", "run", "sql"]
    copied = notebook_of(with_copy(found, "q")).without_faults("it")
    assert [one.kind for one in copied.cells] == ["run", "sql", "sql"]
    with pytest.raises(BadInput, match="would end the cell"):
        with_body(found, "q", "select 1\n```\n<script>")


def test_a_missing_id_is_written_in():
    text = f"{FRONT}```yaml {{.run}}\ndays: 1\n```\n```yaml {{.run}}\ndays: 1\n```\n"
    found = notebook_of(with_ids(text)).without_faults("it")
    assert len({one.id for one in found.cells}) == 2
    assert with_ids(text) == with_ids(text)


REMARKED = """---
town-notebook: 1
title: Remarks
town: willow-bay
---

```yaml {.edit #change}
# why it is changed
set:
  # the seed
  seed: 4   # four
  # traits below
  persona.nell.traits: [quiet, curt]  # two
  cognition:
    # nested
    reflect_at: 100  # a hundred
    keep: 3
# the end
```

```yaml {.run #day}
# as long as it takes
days: 1  # one
# until lunch
until: "day 1 12:00"  # noon
```

```yaml {.compare #beside}
base: day
variants:
  # the first
  - {name: a, set: {seed: 8}}  # eight
  # the second
  - name: b
    set:
      # no talking
      without: talking  # never
# the tail
show:
  - lines  # said
  - ties
```
"""


@pytest.mark.parametrize(
    ("make", "gone", "new"),
    [
        (lambda book: with_value(book, "change", ("set", "seed"), 5), ["  seed: 4   # four"],
         ["  seed: 5   # four"]),
        (lambda book: with_key(book, "change", ("set", "seed"), "without", "reflection"),
         ["  seed: 4   # four"], ["  without: reflection   # four"]),
        (lambda book: with_value(book, "change", ("set", "cognition", "reflect_at"), 50),
         ["    reflect_at: 100  # a hundred"], ["    reflect_at: 50  # a hundred"]),
        (lambda book: with_value(book, "change", ("set", "persona.nell.traits"), ["quiet", "shy"]),
         ["  persona.nell.traits: [quiet, curt]  # two"], ["  persona.nell.traits: [quiet, shy]  # two"]),
        (lambda book: with_value(book, "change", ("set", "x.y"), "z"), [], ["  x.y: z"]),
        (lambda book: with_value(book, "change", ("set", "seed"), None), ["  seed: 4   # four"], []),
        (lambda book: with_value(book, "beside", ("variants", 0, "set", "seed"), 9),
         ["  - {name: a, set: {seed: 8}}  # eight"], ["  - {name: a, set: {seed: 9}}  # eight"]),
        (lambda book: with_value(book, "beside", ("variants", 1, "name"), "mute"),
         ["  - name: b"], ["  - name: mute"]),
        (lambda book: with_value(book, "beside", ("variants", 0), None),
         ["  - {name: a, set: {seed: 8}}  # eight"], []),
        (lambda book: with_item(book, "beside", ("variants",), {"name": "c", "set": {"seed": 3}}),
         [], ["  - {name: c, set: {seed: 3}}"]),
        (lambda book: with_fields(book, "day", {"days": None}), ["days: 1  # one"], []),
        (lambda book: with_fields(book, "day", {"days": 3}), ["days: 1  # one"], ["days: 3  # one"]),
        (lambda book: with_fields(book, "beside", {"show": ["lines", "plans", "ties"]}), [], ["  - plans"]),
    ],
)  # fmt: skip
def test_a_form_changes_its_own_line_and_keeps_every_remark(make, gone, new):
    for ends in ("\n", "\r\n"):
        before = REMARKED.replace("\n", ends)
        book = notebook_of(before)
        assert book.faults == ()
        after = make(book)
        lost = [line for line in before.split(ends) if line not in after.split(ends)]
        come = [line for line in after.split(ends) if line not in before.split(ends)]
        assert (lost, come) == (gone, new)


def test_what_is_left_empty_goes_with_the_last_of_it():
    book = notebook_of(REMARKED)
    one = notebook_of(with_value(book, "beside", ("variants", 0), None))
    none = notebook_of(with_value(one, "beside", ("variants", 0), None))
    assert "variants" not in none.cell("beside").body
    assert "- lines  # said" in none.cell("beside").body
    back = notebook_of(with_item(none, "beside", ("variants",), {"name": "c", "set": {"seed": 3}}))
    assert [one.name for one in back.cell("beside").spec.variants] == ["c"]


def test_what_is_remarked_below_the_only_key_stays_when_it_goes():
    book = notebook_of(REMARKED.replace("days: 1  # one", "days: 1  # one\n# why a day is enough"))
    assert book.faults == ()
    after = notebook_of(with_fields(book, "day", {"days": None}))
    assert "# why a day is enough" in after.cell("day").source
    assert "days:" not in after.cell("day").source


# ---- what the names in a query mean


def query(body, more=""):
    return notebook_of(f"{FRONT}```sql {{.sql #q{more}}}\n{body}\n```\n")


def test_a_name_in_a_query_means_what_stands_in_the_braces_a_number_where_it_is_one():
    found = query("select :of, :most, :share from news where day < :most", ' of="the party" most=3 share=0.5')
    assert found.faults == ()
    assert dict(found.cell("q").spec.given) == {"of": "the party", "most": 3, "share": 0.5}


def test_what_is_quoted_or_remarked_is_no_name():
    found = query("""select ':a', ":b", '12:30' -- :c\n/* :d\n:e */ from news""")
    assert (found.faults, found.cell("q").spec.given) == ((), ())


@pytest.mark.parametrize(
    ("body", "more", "line", "words"),
    [
        ("select 1,\n  :of", "", 6, "uses :of, but the cell gives it no value"),
        ("select :title", ' title="Who?"', 5, "is an attribute of the cell itself"),
    ],
)
def test_a_name_that_means_nothing_is_a_fault_in_its_line(body, more, line, words):
    (fault,) = query(body, more).faults
    assert fault.line == line + FRONT.count("\n") - 4 + 1
    assert words in str(fault)


def test_of_keys_that_exclude_each_other_one_alone_stands_whatever_stood_there_meanwhile():
    both = notebook_of(
        f"{FRONT}```yaml {{.event #e}}\nsay: {{who: a}}\nat: day 1 08:00\nwhisper: {{to: b}}\n```\n"
    )
    text = with_the_one(both, "e", ("say", "whisper", "move"), "move", {"who": "c"})
    assert "say" not in text
    assert "whisper" not in text
    assert "at: day 1 08:00" in text
    assert with_the_one(notebook_of(text), "e", ("say", "move"), "move", {"who": "d"}) == text
