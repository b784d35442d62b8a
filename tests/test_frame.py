"""The walled frame: what goes in is offline, and what it can write unescaped is refused."""

import pytest
from pyvis.network import Network

from studio.basics.iframe import OUTSIDE_LINK, offline_page, walled


def network(**options):
    net = Network(**{"cdn_resources": "in_line", "height": "400px", **options})
    net.add_node("a", label="Isabel")
    net.add_node("b", label="Tomas")
    net.add_edge("a", "b")
    return net


def test_the_page_of_a_graph_keeps_the_graph_and_no_outside_link():
    page = offline_page(network())
    assert "Isabel" in page
    assert "vis.Network" in page.replace("new vis.Network", "vis.Network")
    assert not OUTSIDE_LINK.search(page)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cdn_resources": "remote"}, "cdn_resources"),
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


def test_the_wall_is_inside_the_page_and_the_page_inside_a_sandbox():
    page = walled("<html><head><title>t</title></head><body>\"'</body></html>", title='a "b" <c>')
    assert 'sandbox="allow-scripts"' in page
    assert "allow-same-origin" not in page
    assert 'title="a &quot;b&quot; &lt;c&gt;"' in page
    assert page.index("&lt;head&gt;") < page.index("Content-Security-Policy") < page.index("&lt;title&gt;")
    assert page.count("<iframe") == 1


def test_a_page_without_a_head_gets_the_wall_first():
    assert 'srcdoc="&lt;meta http-equiv=' in walled("<p>hello</p>", title="t")
