"""Runs: every run of the workspace as a tree of forks, two of them side by side, and batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.api.workspace import Run
from studio import session
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.comparing.compare import compare
from studio.comparing.two_fingerprints import two_fingerprints
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, no_run, the_run
from studio.frame.sections import linked_section
from studio.runs.deleted_runs import deleted_runs, just_deleted
from studio.runs.fork_tree import fork_tree
from studio.runs.many.many_runs import many_runs
from studio.runs.sharing import sharing
from studio.why.why import why_panel


def _compare(run: Run) -> None:
    if run.is_founded:
        compare(run)
    else:
        the_run()


_SECTIONS: Mapping[str, tuple[str, Callable[[Run], None]]] = {
    "forks": (marked(":material/account_tree: All runs"), fork_tree),
    "compare": (marked(":material/compare_arrows: Side by side"), _compare),
    "many": (marked(":material/repeat: Many runs"), many_runs),
    "fingerprints": (marked(":material/fingerprint: Two fingerprints"), two_fingerprints),
}


def page(run: Run) -> None:
    """Draw the chosen section of the page; the run looked at is marked in the tree, and one side of the
    comparison.
    """
    labels = {name: tr(label) for name, (label, _) in _SECTIONS.items()}
    section = linked_section(tr("Section"), labels, key="runs-section")
    with in_plain_words():
        _SECTIONS[section][1](run)


def _with_none() -> None:
    """Draw the page without any run: what to do, and what can be restored."""
    just_deleted()
    no_run()
    deleted_runs()


def main() -> None:
    """Draw the sidebar, the bar, and the content."""
    open_page(
        marked("Runs"),
        lead=tr("All runs and their forks, two runs side by side, and batches of many runs."),
    )
    here = session.run()
    if here is None:
        _with_none()
        return
    page(here)
    sharing()
    why_panel(here)


main()
