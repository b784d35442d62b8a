"""Names of everything with whatever a name may have: every page of the studio opens on them."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from studio.pages import PAGES
from tests.hostile import renamed_files
from tests.lived_towns import copy_of, kept
from tests.looks import LOOKS
from tests.studios import studio

pytestmark = pytest.mark.soak

AGENT, NAME = "n__e-_ll__李__", "N__ell_ -.,'’()+& %#?*{}<>|$`~ 李__"
TOWN = "__t__ -_.,'’()+&%#?*[]{}<>|$`~ 镇__"
SIFT = "s__ -_.,'’()+&%#?*[]{}<>|$`~ 模__"
PLACE = "c__a % - _.,'’()+&?*#{}<>|$`~ 院__"
WRITING = [(page.name, {}) for page in (*PAGES["Create"], *PAGES["More"])]
OWN = [("patterns", {"sift": SIFT}), ("patterns", {"sift": SIFT, "section": "sql"})]
ALL = [*LOOKS, *WRITING, *OWN]


def live(folder):
    """Have three neighbours live until ten under odd names, with a sift."""
    files = renamed_files({"nell": AGENT, "Nell Hartley": NAME, "Candle Court": PLACE})
    with open_workspace(folder) as workspace:
        workspace.scenarios.save(TOWN, files)
        run = workspace.runs.new(TOWN, name=TOWN[:60])
        run.live("day 1 10:00")
        workspace.sifts.keep(SIFT, "SELECT row, agent FROM memory LIMIT 3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return copy_of(kept("odd names", live), tmp_path_factory.mktemp("odd"))


@pytest.mark.parametrize(("page", "link"), ALL, ids=[f"{page}-{n}" for n, (page, _) in enumerate(ALL)])
def test_every_page_opens(monkeypatch, folder, page, link):
    studio(monkeypatch, folder, page, agent=AGENT, town=TOWN, **link)
