"""The studio in another language, in a real browser: chosen, kept by the browser, or spoken by it."""

import pytest
from conftest import WAIT, aside, resize, settle, wake_up
from playwright.sync_api import expect

from studio.catalogue.pseudo import stretched
from studio.pages import PAGES

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    aside(wake_up, folder)
    return serve(workspace=folder)


@pytest.fixture
def visit(new_visit, chromium):
    yield new_visit()
    chromium.clear_cookies()  # the browser is that of all tests


def heading(page):
    return page.get_by_role("heading", level=2).first


@pytest.mark.nightly
def test_the_switch_turns_the_whole_page_and_the_browser_keeps_it(visit, server):
    page = visit.page
    page.goto(f"{server.address}/settings")
    expect(heading(page)).to_have_text("Settings", timeout=WAIT)
    page.get_by_role("button", name="中文").click()
    expect(heading(page)).to_have_text("设置", timeout=WAIT)
    page.wait_for_function("document.documentElement.lang === 'zh'", timeout=WAIT)
    expect(page.get_by_role("button", name="查找")).to_be_visible(timeout=WAIT)
    page.goto(f"{server.address}/news")  # another visit, with a link that says nothing of it
    expect(heading(page)).to_have_text("消息", timeout=WAIT)
    expect(page.get_by_role("link", name="每日")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="English").click()
    expect(heading(page)).to_have_text("News", timeout=WAIT)
    page.wait_for_function("document.documentElement.lang === 'en'", timeout=WAIT)
    page.goto(f"{server.address}/day")
    expect(heading(page)).to_have_text("Day", timeout=WAIT)


@pytest.mark.nightly
def test_a_component_speaks_the_language_of_its_page(visit, server):
    page = visit.page
    page.goto(f"{server.address}/stage?lang=zh")
    expect(page.get_by_text("这里还没有发生任何事。")).to_be_visible(timeout=WAIT)
    settle(page)


def test_a_browser_that_speaks_chinese_is_answered_in_chinese(visit, server, chromium):
    page = visit.page
    agent = page.evaluate("navigator.userAgent")
    protocol = chromium.new_cdp_session(page)
    protocol.send("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "zh-CN"})
    page.goto(f"{server.address}/settings")
    expect(heading(page)).to_have_text("设置", timeout=WAIT)
    protocol.send("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en-US"})
    page.goto(f"{server.address}/settings?lang=xx")  # a language that there is not
    expect(heading(page)).to_have_text("Settings", timeout=WAIT)
    protocol.detach()


@pytest.mark.parametrize("name", [page.name for group in PAGES.values() for page in group])
def test_a_page_in_longer_words_fits_a_window_and_a_telephone(visit, living, name):
    """`lang=qps` reads each text a third longer, with accents: what stays plain is not translated."""
    page = visit.page
    page.goto(f"{living.address}/{name}?lang=qps&agent=isabel")
    expect(heading(page)).to_have_text(stretched(titles()[name]), timeout=WAIT)
    for width in (1280, 390):
        resize(page, {"width": width, "height": 800})
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1"), width


def titles():
    return {page.name: page.title for group in PAGES.values() for page in group}
