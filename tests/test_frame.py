"""The walled frame: what goes in is offline, and what it can write unescaped is refused."""

import json

import pytest
from pyvis.network import Network
from starlette.applications import Starlette
from starlette.testclient import TestClient

from studio.basics.iframe import OUTSIDE_LINK, in_script, offline_page, walled
from studio.relationships.graph_library import address, routes


def network(**options):
    net = Network(**{"cdn_resources": "remote", "height": "400px", **options})
    net.add_node("a", label="Isabel")
    net.add_node("b", label="Tomas")
    net.add_edge("a", "b")
    return net


def test_the_page_of_a_graph_keeps_the_graph_and_no_outside_link():
    page = offline_page(network())
    assert "Isabel" in page
    assert "new vis.Network" in page
    assert not OUTSIDE_LINK.search(page)
    assert len(page) < 30_000, "the library is no part of it"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cdn_resources": "in_line"}, "cdn_resources"),
        ({"heading": "<script>"}, "headings and menus"),
        ({"select_menu": True}, "headings and menus"),
        ({"bgcolor": "red;} </style><script>"}, "bgcolor"),
        ({"height": "1px</style>"}, "height"),
    ],
)
def test_what_pyvis_would_write_unescaped_is_refused(change, words):
    with pytest.raises(ValueError, match=words):
        offline_page(network(**change))


def test_a_picture_of_another_machine_is_refused():
    net = network()
    net.add_node("c", shape="image", image="https://evil.test/x.png")
    with pytest.raises(ValueError, match=r"node 'c' has the picture 'https://evil.test/x.png'"):
        offline_page(net)


def test_the_wall_is_the_first_thing_in_the_head():
    before, after = walled("<html><head><title>t</title></head><body>\"'</body></html>")
    assert before.startswith('<html><head><meta http-equiv="Content-Security-Policy"')
    assert after == "<title>t</title></head><body>\"'</body></html>"


def test_a_page_without_a_head_gets_the_wall_first():
    before, after = walled("<p>hello</p>")
    assert before.startswith("<meta http-equiv=")
    assert after == "<p>hello</p>"


def test_no_text_ends_the_script_that_it_stands_in():
    hostile = "</script><script>top.hurt=1</script><!--<script>"
    written = in_script([hostile])
    assert "<" not in written
    assert json.loads(written) == [hostile]


def test_the_library_is_that_of_pyvis_with_our_font_and_kept_by_the_browser_for_good():
    (route,) = routes("")
    answer = TestClient(Starlette(routes=[route])).get(address())
    assert "vis-network" in answer.text
    assert '@font-face { font-family: "SourceSans"' in answer.text
    assert answer.text.startswith("<style>")
    assert answer.text.endswith("</script>")
    assert (answer.text.count("</style>"), answer.text.count("</script>")) == (2, 1)
    assert "immutable" in answer.headers["cache-control"]
