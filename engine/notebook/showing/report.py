"""Reports: a notebook's cells as facts for programs, and its expectations as a suite of tests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal
from xml.etree import ElementTree

from engine.clock import moment_words
from engine.notebook.outputs import Output
from engine.notebook.running.session import CellState

Outcome = Literal["passed", "failed", "error"]
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One test: an expectation with what came of it, or another cell that failed. `where` is the run in which
    it was found, and `moment` when, to be looked at.
    """

    cell: str
    title: str
    line: int
    outcome: Outcome
    said: str
    points: float = 1.0
    where: str = ""
    moment: str = ""


def cases_of(states: Sequence[CellState]) -> tuple[Case, ...]:
    """Return what a notebook tests, in order: its expectations, and every other cell that failed."""
    found = []
    for state in states:
        cell, output = state.cell, state.output
        if state.status == "failed" or (cell.kind == "expect" and output is None and state.status != "off"):
            said = state.why or "it was not run: the notebook was stopped before"
            found.append(Case(cell=cell.id, title=cell.title, line=cell.line, outcome="error", said=said))
        elif cell.kind == "expect" and output is not None:
            found.append(_judged(state, output))
    return tuple(found)


def _judged(state: CellState, output: Output) -> Case:
    return Case(
        cell=state.cell.id,
        title=state.cell.title,
        line=state.cell.line,
        outcome="passed" if output.passed else "failed",
        said=" ".join(output.sentences),
        points=state.cell.points,
        where=output.run,
        moment=moment_words(output.minute),
    )


def junit(name: str, cases: Sequence[Case]) -> bytes:
    """Return the cases as a JUnit file, which build servers read."""
    failed = sum(case.outcome == "failed" for case in cases)
    errors = sum(case.outcome == "error" for case in cases)
    counts = {"tests": str(len(cases)), "failures": str(failed), "errors": str(errors)}
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(suites, "testsuite", {"name": _plain(name), **counts})
    for case in cases:
        named = {
            "classname": _plain(name),
            "name": _plain(f"{case.cell}: {case.title}"),
            "line": str(case.line),
        }
        one = ElementTree.SubElement(suite, "testcase", named)
        if case.outcome != "passed":
            kind = "failure" if case.outcome == "failed" else "error"
            wrong = ElementTree.SubElement(one, kind, {"message": _plain(case.said)})
            wrong.text = _plain(f"line {case.line}: {case.said}")
        if case.where:
            ElementTree.SubElement(one, "system-out").text = f"{case.where} at {case.moment}"
    ElementTree.indent(suites)
    written: bytes = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _plain(text: str) -> str:
    """Return a text without what no XML may hold."""
    return _NOT_IN_XML.sub("\ufffd", text)


def facts(states: Sequence[CellState], *, withhold: bool) -> list[Mapping[str, object]]:
    """Return how every cell stands, with stable keys; what waits for a prediction only where it need not."""
    return [
        {
            "id": state.cell.id,
            "kind": state.cell.kind,
            "title": state.cell.title,
            "line": state.cell.line,
            "status": state.status,
            "why": state.why,
            "withheld": withhold and state.withheld,
            "output": None if state.output is None or (withhold and state.withheld) else asdict(state.output),
        }
        for state in states
    ]
