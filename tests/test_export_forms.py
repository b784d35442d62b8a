"""Every form that a run is taken away in keeps every line with its id, and shows text as text.

Each form is read back by a reader that others have written; those of JavaScript are in `tests/readers`, and
what they read is left out where they are not installed. Ren'Py's is our own, after its lexer.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import html
import io
import json
import re
import zipfile
from html.parser import HTMLParser

import docx
import openpyxl
import pytest
import xlsxwriter
from hypothesis import HealthCheck, given, settings, strategies as st
from openpyxl.utils.escape import unescape

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.export.games import ink, renpy, twee, yarn
from engine.export.reading import fountain, pages
from engine.export.report import Notes
from engine.export.script.naming import people_slugs
from engine.export.script.plain import JOINER, plain
from engine.export.sheets import workbook
from engine.export.sheets.lines import COLUMNS
from engine.export.spreadsheet import guarded
from engine.records import Line
from engine.row_ids import minute_of
from tests import studios
from tests.hostile import hostile_town
from tests.readers.reading import reader
from tests.renpy_script import read_renpy

__all__ = ["reader"]

pytestmark = pytest.mark.slow

DIALOGUE = ("fountain", "ink", "renpy", "twee", "yarn")
LINES = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=1, max_size=40)


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    workspace, run = studios.lived(tmp_path_factory.mktemp("forms"))
    with workspace:
        yield run


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """The same days under another name, lived in another order."""
    with open_workspace(tmp_path_factory.mktemp("twin")) as workspace:
        run = workspace.runs.new("willow-bay", name="twin")
        run.live(days=1, concurrency=8)
        yield run


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    workspace, run = hostile_town(tmp_path_factory.mktemp("hostile"))
    with workspace:
        yield run


# ---- what a reader finds: of every line the id, who says it, and the text


def read_fountain(read, text):
    found, cue = [], ""
    for token in read("fountain", text):
        if token["type"] == "character":
            cue = token["text"]
        elif token["type"] == "dialogue":
            shown = re.sub(r" ?<!-- \d+ -->$", "", token["shown"])
            assert "<" not in shown, "nothing is taken for emphasis"
            found.append((re.search(r"\[\[(\d+)\]\]$", token["text"])[1], cue, html.unescape(shown)))
    return [(number, who, text.replace(JOINER, "")) for number, who, text in found]


def read_ink(read, text):
    found = read("ink", text)
    assert found["choices"] == []
    lines = []
    for line in found["lines"]:
        tags = dict(tag.split(":", 1) for tag in line["tags"] if ":" in tag)
        if not line["text"] and "id" not in tags:  # the title alone
            continue
        lines.append((tags["id"], tags["speaker"], line["text"]))
    return lines


def read_twee(read, text):
    story = read("twee", text)
    names = [passage["name"] for passage in story["passages"]]
    links = re.findall(r"\[\[[^\]]*->([^\]]*)\]\]$", text, re.MULTILINE)
    assert set(links) <= set(names)
    assert re.fullmatch(r"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}", story["ifid"])
    assert (story["start"], story["format"]) == ("Begin", "Harlowe")
    assert len(names) == len(set(names)) == len(re.findall(r"^:: ", text, re.MULTILINE)) - 2
    assert not {tag for passage in story["passages"] for tag in passage["tags"]} & {"script", "stylesheet"}
    found = []
    for passage in story["passages"]:
        for line in filter(None, passage["text"].split("\n")):
            if hook := re.fullmatch(r"\|line(\d+)>\[(.*)\]", line):
                found.append((hook[1], "", harlowe(hook[2])))
            elif not re.fullmatch(r"\[\[Day \d+ at \d\d \d\d->[\w -]+\]\]", line):
                harlowe(line)
    assert all(re.fullmatch(r"[a-zA-Z0-9 -]+", name) for name in names)
    assert reached(story) == set(names)
    return found


def reached(story):
    """The passages to which links lead from the first one."""
    texts = {passage["name"]: passage["text"] for passage in story["passages"]}
    waiting, found = [story["start"]], set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting += set(re.findall(r"->([^\]]*)\]\]", texts[name])) - found
    return found


def harlowe(text):
    """What Harlowe shows of a text without markup: letters, digits, and signs that are written as numbers."""
    rest = re.sub(r"&#\d+;", "", text)
    assert not re.findall(r"[\x00-\x7f]", re.sub(r"[a-zA-Z0-9 ,.]", "", rest))
    return re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text)


def read_yarn(read, text):
    found, played = [], read("yarn", text)
    assert played["choices"] == []
    for line in played["lines"]:
        assert "odd" not in line, line
        (number,) = [tag for tag in line["hashtags"] if tag.startswith("line:")]
        found.append((number.removeprefix("line:"), line["speaker"], line["text"].removesuffix(" ")))
    return found


def read_back(form, read, text):
    if form == "renpy":
        return read_renpy(text)
    ways = {"fountain": read_fountain, "ink": read_ink, "twee": read_twee, "yarn": read_yarn}
    return ways[form](read, text)


def expected(run, form, when=None):
    """The lines of a run as a form is to show them, in the order of the log."""
    names, slugs = run.town.cast.names, people_slugs(run.town.cast.personas, Notes())
    cues = fountain.cue_names(names)
    said = []
    for line in run.at(when).log.rows(Line):
        name, text = plain(names[line.speaker]), plain(line.text)
        other = {"fountain": cues[line.speaker].lstrip("@"), "renpy": name, "twee": ""}
        who = other.get(form, slugs[line.speaker])
        if form in ("ink", "twee"):
            text = f"{name}: {text}"
            text = text.strip() if form == "ink" else text
        said.append((str(line.id), who, text))
    return said


def exported(run, form, **part):
    return b"".join(run.export(form, **part)).decode()


# ---- the laws


@pytest.mark.nightly
@pytest.mark.parametrize("form", DIALOGUE)
def test_every_line_is_kept_with_its_id_and_who_says_it(form, lived, request):
    read = None if form == "renpy" else request.getfixturevalue("reader")
    found = read_back(form, read, exported(lived, form))
    assert len(found) > 50
    assert found == expected(lived, form)


@pytest.mark.soak
@pytest.mark.parametrize("form", DIALOGUE)
def test_whatever_is_said_is_shown_as_text(form, hostile, request):
    read = None if form == "renpy" else request.getfixturevalue("reader")
    found = read_back(form, read, exported(hostile, form))
    wanted = expected(hostile, form)
    assert [line for line in zip(found, wanted, strict=True) if line[0] != line[1]] == []


@pytest.mark.nightly
@pytest.mark.parametrize("form", DIALOGUE)
def test_the_same_run_gives_the_same_bytes(form, lived, twin):
    assert exported(twin, form) == exported(lived, form) == exported(lived, form)


@pytest.mark.soak
@pytest.mark.parametrize("form", DIALOGUE)
def test_every_id_leads_back(form, lived):
    found = ids(exported(lived, form))
    assert found == {line.id for line in lived.at().log.rows(Line)}
    for number in sorted(found)[::20]:
        assert lived.why(number).row.id == number


@pytest.mark.nightly
@pytest.mark.parametrize("form", DIALOGUE)
def test_a_day_a_person_and_a_moment_are_taken_away_alone(form, lived):
    whole = ids(exported(lived, form))
    lines = {line.id: line for line in lived.at().log.rows(Line)}
    assert ids(exported(lived, form, days=[1])) == whole == set(lines)
    with_her = {line.id for line in lines.values() if "edda" in (line.speaker, *line.hearers)}
    assert ids(exported(lived, form, agent="Edda Lind")) == with_her
    assert 0 < len(with_her) < len(whole)
    some = sorted(lines.values(), key=lambda line: line.said_at)[40]
    early = {line.id for line in lines.values() if line.said_at < some.said_at}
    assert ids(exported(lived, form, when=some.said_at)) == early
    assert ids(exported(lived, form, when=1)) == set()


def ids(text):
    """The ids of the lines in a text; those of the talks stand otherwise."""
    return {int(one) for one in re.findall(r"(?:#id:|#line:|id line_|\|line| \[\[)(\d{7,})", text)}


@pytest.mark.soak
@pytest.mark.parametrize("form", DIALOGUE)
def test_its_report_says_what_was_kept_and_what_it_took(form, hostile):
    pieces = hostile.export(form)
    text = b"".join(pieces).decode()
    report = pieces.report
    assert report.count("kept", "lines") == len(ids(text)) == len(list(hostile.at().log.rows(Line)))
    assert report.count("escaped") > 100
    assert report.count("changed") > 50
    assert report.count("dropped", "private thoughts behind lines") > 0
    assert all(note.count and len(note.examples) <= 3 for note in report.notes)


def sheet(form, run, **part):
    """The cells of a sheet of lines, below its head: as a spreadsheet has them, without what guards them."""
    data = b"".join(run.export(form, **part))
    if form == "lines-csv":
        head, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
        assert [cell for row in rows for cell in row if cell[:1] != "'" and guarded(cell) != cell] == []
        rows = [[cell[1:] if cell.startswith("'") and guarded(cell[1:]) == cell else cell for cell in row]
                for row in rows]  # fmt: skip
    else:
        cells = list(openpyxl.load_workbook(io.BytesIO(data)).active.rows)
        assert {cell.data_type for row in cells for cell in row} <= {"s", "n"}, "there is no formula"
        assert not [cell for row in cells for cell in row if cell.hyperlink]
        shown = [
            [unescape(str("" if cell.value is None else cell.value)).removeprefix(JOINER) for cell in row]
            for row in cells
        ]
        head, rows = shown[0], shown[1:]
    assert tuple(head) == COLUMNS
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


@pytest.mark.nightly
@pytest.mark.parametrize("form", ["lines-csv", "lines-xlsx"])
@pytest.mark.parametrize("town", ["lived", "hostile"])
def test_a_sheet_has_a_row_for_every_line(form, town, request):
    run = request.getfixturevalue(town)
    names = run.town.cast.names
    found = [(row["line_id"], row["character"], row["line"], row["thought"]) for row in sheet(form, run)]
    assert found == [
        (str(line.id), plain(names[line.speaker]), plain(line.text), plain(line.thought))
        for line in run.at().log.rows(Line)
    ]


def test_a_workbook_has_no_green_corners_where_a_text_looks_like_a_number(lived):
    with zipfile.ZipFile(io.BytesIO(b"".join(lived.export("lines-xlsx")))) as workbook:
        pages = [workbook.read(name).decode() for name in workbook.namelist() if "worksheets/sheet" in name]
    assert pages
    for page in pages:
        assert 'numberStoredAsText="1"' in page


@pytest.mark.soak
@pytest.mark.parametrize("form", ["lines-csv", "lines-xlsx"])
def test_a_sheet_is_the_same_again_and_of_a_part(form, lived, twin):
    assert b"".join(twin.export(form)) == b"".join(lived.export(form))
    part = sheet(form, lived, agent="isabel", when="day 1 15:00")
    assert {row["time"] < "15:00" for row in part} == {True}
    assert {"Isabel Moreno" in f"{row['character']} {row['listeners']}" for row in part} == {True}
    pieces = lived.export(form)
    list(pieces)
    assert pieces.report.count("kept", "lines") == len(list(lived.at().log.rows(Line)))


@pytest.mark.parametrize("form", DIALOGUE)
def test_a_fork_goes_out_like_the_run_it_shares_its_past_with(form, lived):
    assert exported(lived.fork(720, f"fork for {form}"), form) == exported(lived, form, when=720)


@pytest.mark.parametrize("form", DIALOGUE)
def test_where_nothing_was_said_there_is_a_file_that_can_be_read(form, lived, request):
    read = None if form == "renpy" else request.getfixturevalue("reader")
    assert read_back(form, read, exported(lived, form, when=1)) == []
    assert sheet("lines-csv", lived, when=1) == sheet("lines-xlsx", lived, when=1) == []


def test_what_cannot_be_narrowed_says_so(lived):
    with pytest.raises(BadInput, match=r"the format 'jsonl' cannot be limited to certain days; .*ink"):
        lived.export("jsonl", days=[1])
    with pytest.raises(BadInput, match="the format 'cassette' cannot be limited to one person"):
        lived.export("cassette", agent="edda")
    with pytest.raises(BadInput, match="this run has not reached day 3 yet"):
        lived.export("ink", days=[3])
    with pytest.raises(BadInput, match="is not a list of days"):
        lived.export("ink", days=1)
    with pytest.raises(BadInput, match="day 2 starts after day 1 00:00"):
        lived.export("ink", when=0, days=[2])


# ---- what people read


class Pages(HTMLParser):
    """What a browser finds: elements with their ids, what is said in them, and every tag and attribute."""

    def __init__(self, text):
        super().__init__()
        self.said, self.ids, self.tags, self.names, self._inside = [], [], set(), set(), ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.add(tag)
        self.names |= set(attributes)
        self.ids += [attributes["data-id"]] if "data-id" in attributes else []
        self._inside = attributes.get("class", "")
        if self._inside == "said":
            self.said.append([self.ids[-1], ""])

    def handle_endtag(self, tag):
        self._inside = ""

    def handle_data(self, data):
        if self._inside == "said":
            self.said[-1][1] += data


@pytest.mark.nightly
@pytest.mark.parametrize("town", ["lived", "hostile"])
def test_pages_hold_every_line_as_text_and_load_nothing(town, request):
    run = request.getfixturevalue(town)
    found = Pages(exported(run, "html"))
    assert [tuple(one) for one in found.said] == [
        (str(line.id), plain(line.text)) for line in run.at().log.rows(Line)
    ]
    plain_tags = "html head meta title style body h1 h2 h3 p ul ol li b time span section article div"
    assert found.tags <= set(plain_tags.split())
    plain_names = "lang charset http-equiv content name dir class id data-id"
    assert found.names <= set(plain_names.split())
    assert len(found.ids) == len(set(found.ids))
    for number in found.ids[:: len(found.ids) // 20]:
        assert run.why(int(number)).row.id == int(number)


def test_pages_name_a_room_as_people_read_it(lived):
    page = exported(lived, "html")
    rooms = {talk.room for talk in lived.at().log.conversations() if "/" in talk.room}
    assert rooms
    for room in rooms:
        assert html.escape(room, quote=False) not in page
        assert html.escape(room.replace("/", ", "), quote=False) in page


@pytest.mark.soak
def test_pages_are_of_a_day_of_a_person_and_up_to_a_moment(lived, twin):
    assert exported(twin, "html") == exported(lived, "html")
    with_her = Pages(exported(lived, "html", agent="edda"))
    assert {number for number, _ in with_her.said} == {
        str(line.id) for line in lived.at().log.rows(Line) if "edda" in (line.speaker, *line.hearers)
    }
    assert all(minute_of(int(one)) < 720 for one in Pages(exported(lived, "html", when=720)).ids)
    assert "The diary of Edda Lind" in exported(lived, "html", agent="edda", days=[1])
    assert "The diary of Odile Brandt" not in exported(lived, "html", agent="edda")


# ---- what plays


@pytest.mark.nightly
@pytest.mark.parametrize("town", ["lived", "hostile"])
def test_a_replay_holds_every_line_as_text_with_its_id_and_its_minute(town, request):
    run = request.getfixturevalue(town)
    text = exported(run, "replay")
    found = Pages(text)
    assert [tuple(one) for one in found.said] == [
        (str(line.id), plain(line.text)) for line in run.at().log.rows(Line)
    ]
    assert len(found.ids) == len(set(found.ids))
    for number in found.ids[:: len(found.ids) // 20]:
        assert run.why(int(number)).row.id == int(number)
    written = (
        "html head meta title style body header h1 h2 h3 h4 p label select option main section div input"
    )
    assert found.tags <= {
        *written.split(),
        *["ol", "li", "b", "time", "span", "button", "footer", "kbd", "script"],
    }
    assert not {name for name in found.names if name.startswith("on") or name in ("src", "href")}
    minutes = re.findall(r'<li class="line" data-id="(\d+)" data-minute="(\d+)"', text)
    assert dict(minutes) == {str(line.id): str(line.said_at) for line in run.at().log.rows(Line)}


def test_a_replay_plays_the_lines_it_tells_by_their_ids(lived):
    (day,) = played(exported(lived, "replay"))["days"]
    assert {row[4] for row in day["said"]} == {line.id for line in lived.at().log.rows(Line)}
    assert all(begins < until for begins, until, *_ in day["said"])
    moved = {agent[0] for _, _, changed in day["frames"] for agent in changed}
    assert moved == set(lived.town.cast.personas)


def test_the_page_of_a_replay_may_run_its_own_script_and_load_nothing(hostile):
    text = exported(hostile, "replay")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)[1]
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts]
    assert len(scripts) == 1
    assert f"script-src 'sha256-{digests[0]}'" in policy
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    assert text.count("<script") == text.count("</script>") == 2, (
        "data and player, and no text that ends them"
    )


@pytest.mark.soak
def test_a_replay_is_of_a_day_of_a_person_and_up_to_a_moment(lived, twin):
    assert exported(twin, "replay") == exported(lived, "replay")
    with_her = exported(lived, "replay", agent="edda", days=[1])
    assert {number for number, _ in Pages(with_her).said} == {
        str(line.id) for line in lived.at().log.rows(Line) if "edda" in (line.speaker, *line.hearers)
    }
    assert played(with_her)["follow"] == "edda"
    early = exported(lived, "replay", when=720)
    assert max(int(one) for one in re.findall(r'data-minute="(\d+)"', early)) < 720
    (day,) = played(early)["days"]
    assert day["scene"]["minute"] == 720
    assert max([*(row[0] for row in day["frames"]), *(row[0] for row in day["said"])]) < 720
    assert Pages(exported(lived, "replay", when=1)).said == []


def test_the_report_of_a_replay_says_what_it_kept_and_what_it_left_out(hostile):
    pieces = hostile.export("replay")
    found = Pages(b"".join(pieces).decode())
    assert pieces.report.count("kept", "lines") == len(found.said)
    assert pieces.report.count("dropped", "private thoughts behind lines") > 0
    assert pieces.report.count("escaped") > 100


def played(text):
    """What the page of a replay plays."""
    return json.loads(re.search(r'<script type="application/json" id="played">(.*?)</script>', text)[1])


def paragraphs(run, **part):
    document = docx.Document(io.BytesIO(b"".join(run.export("bible", **part))))
    cells = [[cell.text for row in table.rows for cell in row.cells] for table in document.tables]
    return [(one.style.name, one.text) for one in document.paragraphs], cells


@pytest.mark.soak
@pytest.mark.parametrize("town", ["lived", "hostile"])
def test_a_bible_has_a_chapter_for_everybody(town, request):
    run = request.getfixturevalue(town)
    texts, tables = paragraphs(run)
    chapters = [text for style, text in texts if style == "Heading 1"]
    assert chapters == [plain(persona.name) for persona in run.scenario.personas]
    assert len(tables) == len(chapters)
    moment, said = run.at(), {text for _, text in texts}
    for persona, table in zip(run.scenario.personas, tables, strict=True):
        assert {plain(one) for one in persona.seed} <= said
        for memory in moment.reflections(persona.id):
            assert f"{plain(memory.text)} [{memory.id}]" in said
        for row in moment.relations:
            if row.agent == persona.id:
                assert f"{row.closeness:+.2f} {run.town.phrases.feels(row.closeness)}" in table
                assert any(cell.endswith(f"[{row.id}]") for cell in table)
    quoted = {int(one) for text in said for one in re.findall(r"” \[(\d+)\]$", text)}
    lines = {line.id: plain(line.text) for line in moment.log.rows(Line)}
    assert quoted <= set(lines)
    assert {f"“{lines[number]}” [{number}]" for number in quoted} <= said
    assert quoted


@pytest.mark.nightly
def test_a_bible_is_the_same_again_at_a_moment_and_of_one_person(lived, twin, monkeypatch):
    whole = b"".join(lived.export("bible"))
    monkeypatch.setattr("time.time", lambda: 1e9)
    monkeypatch.setattr("time.localtime", lambda *_: (2031, 1, 1, 1, 1, 1, 0, 1, 0))
    assert b"".join(twin.export("bible")) == whole
    assert [text for style, text in paragraphs(lived, agent="edda")[0] if style == "Heading 1"] == [
        "Edda Lind"
    ]
    early, _ = paragraphs(lived, when="day 1 12:00")
    found = [int(one) for _, text in early for one in re.findall(r"\[(\d+)\]$", text)]
    assert found
    assert all(minute_of(number) < 720 for number in found)
    with pytest.raises(BadInput, match="the format 'bible' cannot be limited to certain days"):
        lived.export("bible", days=[1])


# ---- any text whatever


def story(form, texts):
    """A file in a form, in which somebody says these texts, as its export writes them."""
    lines = list(enumerate(map(plain, texts), 1))
    if form == "ink":
        said = "".join(f"A: {ink.escaped(text)} #id:{n} #speaker:a\n" for n, text in lines)
        return f"-> k\n=== k\n{said}-> END\n"
    if form == "yarn":
        said = "".join(f"a: {yarn.escaped(text)} #line:{n}\n" for n, text in lines)
        return f"title: Start\n---\n{said}<<stop>>\n===\n"
    if form == "fountain":
        return "Title: x\n" + "".join(f"\n@A\n{fountain.escaped(text)} [[{n}]]\n" for n, text in lines)
    said = "".join(f'    who_a "{renpy.escaped(text)}" id line_{n}\n' for n, text in lines)
    return f'define who_a = Character("A")\nlabel x:\n{said}    return\n'


@pytest.mark.nightly
@pytest.mark.parametrize("form", ["fountain", "ink", "renpy", "yarn"])
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=LINES)
def test_any_text_is_read_again_as_it_was(form, texts, request):
    read = None if form == "renpy" else request.getfixturevalue("reader")
    found = [text for *_, text in read_back(form, read, story(form, texts))]
    assert found == [f"A: {plain(text)}".strip() if form == "ink" else plain(text) for text in texts]


@given(st.text())
def test_whatever_stands_in_a_text_is_no_markup_in_harlowe_and_is_shown(text):
    said = plain(text)
    assert harlowe(twee.escaped(said)) == said


@pytest.mark.soak
@given(LINES)
def test_any_text_stands_in_an_element_as_it_is(texts):
    said = [plain(text) for text in texts]
    page = "".join(f'<p data-id="{n}"><b class="said">{pages.escaped(t)}</b></p>' for n, t in enumerate(said))
    found = Pages(page)
    assert [text for _, text in found.said] == said
    assert found.tags == {"p", "b"}


@pytest.mark.nightly
@settings(max_examples=40)
@given(LINES)
def test_any_text_stands_in_a_document_and_a_workbook_as_it_is(texts):
    said = [plain(text) for text in texts]
    document, file, sheets = docx.Document(), io.BytesIO(), io.BytesIO()
    for text in said:
        document.add_paragraph(text)
    document.save(file)
    assert [one.text for one in docx.Document(file).paragraphs] == said
    with xlsxwriter.Workbook(sheets, workbook.OPTIONS) as book:
        sheet = book.add_worksheet()
        for row, text in enumerate(said):
            sheet.write_string(row, 0, workbook.cell(text, Notes()))
            sheet.write_string(row, 1, "x")
    cells = [row[0] for row in openpyxl.load_workbook(sheets).active.rows]
    assert [unescape(str(cell.value or "")).removeprefix(JOINER) for cell in cells] == said
    assert {cell.data_type for cell in cells} <= {"s", "n"}


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_plain_text_is_one_line_and_stays_as_it_is(text):
    line = plain(text)
    assert len(line.splitlines()) <= 1
    assert plain(line) == line
