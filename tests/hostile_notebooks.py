"""Notebooks that mean harm, each with the code and the line with which it is refused, if it is."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\n---\n"
RUN = "```yaml {.run #d1}\ndays: 1\n```\n"
ENDLESS = "with recursive n(i) as (select 1 union all select i from n) select count(*) from n"
BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]"
PATCH = "--- a/../../x\n+++ b/../../x\n@@ -1 +1 @@\n-a\n+b"
MANY = "".join(f"```text {{.note #n{n}}}\nx\n```\n" for n in range(501))


@dataclass(frozen=True)
class Hostile:
    """A notebook, and how it is refused: the code and line of its first error; no code if it does no harm."""

    name: str
    text: str
    code: str = ""
    line: int = 0


def prose(name, text, code="NB208"):
    return Hostile(name, f"{FRONT}{text}\n", code, 5 if code else 0)


def town(name, said):
    return Hostile(name, f"---\ntown-notebook: 1\ntown: {said}\n---\n", "NB103", 3)


def cell(name, kind, body, code="", down=1, lang="yaml", more=""):
    """A cell below a run; the fault lies so many lines below its first."""
    text = f"{FRONT}{RUN}```{lang} {{.{kind} #x1{more}}}\n{body}\n```\n"
    return Hostile(name, text, code, 8 + down if code else 0)


def sql(name, query, code="NB504"):
    return cell(name, "sql", query, code, lang="sql")


NOTEBOOKS = (
    prose("script", "<script>alert(1)</script>"),
    prose("script in a paragraph", "Look: <b>this</b> <script src=//x.example/a.js></script>"),
    prose("image that runs", "<img src=x onerror=alert(1)>"),
    prose("frame", "<iframe src=https://x.example></iframe>"),
    prose("drawing that runs", "<svg onload=alert(1)></svg>"),
    prose("form", "<form action=https://x.example><input name=key></form>"),
    prose("style", "<style>body { display: none }</style>"),
    prose("link that runs", "[press](javascript:alert(1))", code=""),
    prose("picture from elsewhere", "![x](https://x.example/spy.png)", code=""),
    prose("marks that turn the text round", "safe \u202etxet\u202c \u200b\u2066x\u2069", code=""),
    prose("escape codes", "\x1b[31mred\x1b[0m \x07", code=""),
    town("town above", "../../etc"),
    town("town by an absolute path", "/etc/passwd"),
    town("town at home", "~/towns"),
    town("town elsewhere on a disk", "C:\\\\towns"),
    town("town on a server", '"https://x.example/town"'),
    sql("drop", "drop table run"),
    sql("insert", "insert into memory values (1)"),
    sql("attach", "attach database '/tmp/x.db' as x"),
    sql("pragma", "pragma writable_schema = 1"),
    sql("extension", "select load_extension('/tmp/x.so')"),
    sql("two statements", "select 1; drop table run"),
    sql("never ends", ENDLESS),
    sql("a file", "select readfile('/etc/passwd')"),
    sql("hidden table", "select * from sqlite_master"),
    sql("memory", "select length(hex(randomblob(900000000)))"),
    sql("markup in a value", "select '<script>alert(1)</script>' as x", code=""),
    cell("program", "python", "import os; os.system('true')", "NB505", down=0, lang="python"),
    cell("program in a statement", "expect", "that: __import__('os').getcwd()", "NB502"),
    cell("bomb of aliases", "edit", BOMB, "NB301"),
    cell("bomb of nesting", "edit", "set: " + "[" * 5_000 + "]" * 5_000, "NB301"),
    cell("object of Python", "edit", "set: !!python/object/apply:os.system ['true']", "NB301"),
    cell("key twice", "run", "days: 1\ndays: 2", "NB301", down=2),
    cell("days without end", "run", "days: 1000000000", "NB304"),
    cell("seeds without end", "expect", "that: 1 talks\nacross: {seeds: 1000000000}", "NB304", down=2),
    cell(
        "runs without end", "compare", "base: d1\nvariants: [{name: a, set: {seed: 2}}]\nrepeat: 1000000",
        "NB304", down=3,
    ),
    cell("home elsewhere", "edit", "set: {persona.nell.home: ../../x}", "NB503"),
    cell("file elsewhere", "edit", f"patch: |\n{indent(PATCH, '  ')}", "NB304", down=2),
    cell("person with a path", "edit", "add: {personas: {../x: {name: X}}}", "NB503"),
    cell("notebook elsewhere", "compare", "base: d1\nvariants: [{name: a, notebook: ../x}]", "NB406", down=2),
    cell("itself", "compare", "base: x1\nwith: [x1]", "NB401", down=0),
    cell("chart from elsewhere", "chart", "vega: {data: {url: 'https://x.example'}}\ndata: d1", "NB307"),
    cell("chart that runs", "chart", "vega: {transform: [{calculate: '1', as: x}]}\ndata: d1", "NB307"),
    cell("whisper of nothing", "whisper", "to: nell", "NB303"),
    cell("markup in a whisper", "whisper", "to: nell\ntext: <img src=x onerror=alert(1)>"),
    cell("markup in a question", "predict", "ask: <script>alert(1)</script>\nkey: <b>no</b>"),
    cell("markup in a title", "run", "days: 1", more=' title="<script>alert(1)</script>"'),
    cell("long title", "run", "days: 1", more=f' title="{"x" * 50_000}"'),
    Hostile("id with a path", f"{FRONT}```yaml {{.run #../x}}\ndays: 1\n```\n", "NB203", 5),
    Hostile("does not end", f"{FRONT}```yaml {{.run #d1}}\ndays: 1\n", "NB201", 5),
    Hostile("front that does not end", "---\ntown-notebook: 1\n", "NB101", 1),
    Hostile("too many cells", FRONT + MANY, "NB206", 1505),
    Hostile(
        "bomb of branches",
        FRONT + RUN + "".join(
            f"```yaml {{.branch #b{n}}}\nfrom: d1\n```\n```yaml {{.run #r{n}}}\ndays: 900\n```\n"
            for n in range(240)
        ),
    ),
    Hostile("nothing but backticks", FRONT + "`" * 100_000),
    Hostile("a wall of headings", FRONT + "# x\n" * 20_000),
)  # fmt: skip
