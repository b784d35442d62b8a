"""The studio, opened in a folder that holds files by the names of its own modules: none of them is run."""

from __future__ import annotations

import pytest

from tests.strangers import strangers_in

pytestmark = pytest.mark.browser

WAIT = 60_000


def test_the_studio_and_its_runner_run_nothing_of_the_folder_it_is_opened_in(
    serve, new_visit, tmp_path, monkeypatch
):
    caught = tmp_path / "caught"
    monkeypatch.setenv("CAUGHT", str(caught))
    folder = strangers_in(tmp_path / "somebody's town")
    server = serve(home=folder)
    page = new_visit().page
    page.goto(f"{server.address}/")
    page.get_by_role("button", name="Run it").first.click(timeout=WAIT)
    page.get_by_role("dialog").get_by_role("button", name="Run it").click(timeout=WAIT)
    page.get_by_role("button", name="Run day 1").first.click(timeout=WAIT)
    page.get_by_role("button", name="Run day 2").first.wait_for(timeout=WAIT)
    for path in ("mind", "relationships", "calls", "settings"):
        page.goto(f"{server.address}/{path}")
        page.locator("h1, h2, h3").first.wait_for(timeout=WAIT)
    assert not caught.exists(), caught.read_text()
