"""Runs: every run of the workspace as a tree of forks, and two of them side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.api.workspace import Run
from studio.comparing.compare import compare
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, the_run
from studio.frame.sections import linked_section
from studio.runs.fork_tree import fork_tree
from studio.why.why import why_panel

_SECTIONS: Mapping[str, tuple[str, Callable[[Run], None]]] = {
    "forks": (":material/account_tree: All runs", fork_tree),
    "compare": (":material/compare_arrows: Side by side", compare),
}


def page(run: Run) -> None:
    """Draw the page; the run looked at is marked in the tree, and one side of the comparison."""
    labels = {name: label for name, (label, _) in _SECTIONS.items()}
    section = linked_section("What to see of the runs", labels, key="runs-section")
    with in_plain_words():
        _SECTIONS[section][1](run)


open_page("Runs", lead="Every run and what it is a fork of; and any two of them side by side.")
here = the_run()
page(here)
why_panel(here)
