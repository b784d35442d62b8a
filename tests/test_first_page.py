"""The first page: Streamlit's own, dressed, under the name of every page and of no file."""

import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from studio.first_page import dressed, look, routes, warning
from studio.headers import Doors, public_address

DOORS = Doors(frozenset({"127.0.0.1", "localhost"}), 8501)


@pytest.mark.parametrize("path", ["/", "/mind", "/settings", "/nowhere"])
def test_every_page_comes_dressed(path):
    answer = TestClient(Starlette(routes=routes(DOORS))).get(path)
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert look() in answer.text
    assert answer.text.index("</head>") < answer.text.index(look()), "or Streamlit's styles would win"


@pytest.mark.parametrize("path", ["/manifest.json", "/favicon.png", "/static/js/index.js", "/_stcore/health"])
def test_files_and_streamlits_own_doors_are_left_to_streamlit(path):
    assert TestClient(Starlette(routes=routes(DOORS))).get(path).status_code == 404


def test_a_page_without_an_end_is_refused_and_not_left_undressed():
    with pytest.raises(ValueError, match="</body>"):
        dressed("<html>", "p { color: red }")


def test_the_look_leaves_the_type_of_the_page_to_the_theme():
    """A style sheet that is meant for a frame of its own would rule the page as well."""
    ruled = re.findall(r"(?:^|[},/])\s*(?:html|body|:root|\*)\s*\{([^}]*)\}", look())
    assert [rule for rule in ruled if re.search(r"\bfont\b|font-family|background|color", rule)] == []


def test_behind_a_proxy_pages_lie_below_its_path():
    doors = Doors(DOORS.hosts, DOORS.port, public_address("https://lab.example.org/town"))
    client = TestClient(Starlette(routes=routes(doors)))
    assert client.get("/town/mind").status_code == 200
    assert client.get("/mind").status_code == 404
    assert "https://lab.example.org" in client.get("/town/").text


def test_no_address_ends_the_script_that_names_it():
    assert "</script><b>" not in warning(Doors(frozenset(["</script><b>"]), 1))
