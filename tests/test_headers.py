"""The door of the studio: security headers on everything, and no answer to a foreign Host."""

import asyncio

import pytest

from engine.errors import BadInput
from studio.headers import Doors, Shield, host_name, public_address, security_headers

HOSTS = frozenset({"127.0.0.1", "localhost"})
PUBLIC = "https://lab.example.org/town"


async def answer_ok(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"X-Frame-Options", b"ALLOWALL")]})
    await send({"type": "http.response.body", "body": b"ok"})


def ask(*hosts, kind="http", path="/stage", query=b"", origins=(), port=8501, public=""):
    sent = []

    async def send(message):
        sent.append(message)

    headers = [(b"host", host.encode()) for host in hosts]
    headers += [(b"Origin", origin.encode()) for origin in origins]
    scope = {"type": kind, "headers": headers, "path": path, "query_string": query}
    doors = Doors(HOSTS, port, public_address(public) if public else None)
    asyncio.run(Shield(answer_ok, doors=doors)(scope, None, send))
    return sent


@pytest.mark.parametrize("host", ["127.0.0.1:8501", "localhost:8501", "LOCALHOST", "127.0.0.1"])
def test_our_own_names_are_answered(host):
    assert ask(host)[0]["status"] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.test",
        "evil.test:8501",
        "127.0.0.1.evil.test",
        "127.0.0.1@evil.test",
        "localhost@x",
        "",
        "[",
        "a b",
        "127.0.0.1:port",
        "127.0.0.1/x",
        "0.0.0.0:8501",
    ],
)
def test_a_foreign_name_is_refused(host):
    start, body = ask(host)
    assert start["status"] == 400
    assert b"answers only on" in body["body"]


def test_no_host_and_two_hosts_are_refused():
    assert ask()[0]["status"] == 400
    assert ask("localhost", "evil.test")[0]["status"] == 400


def test_a_socket_on_a_foreign_name_is_closed():
    assert ask("evil.test", kind="websocket") == [
        {"type": "websocket.close", "code": 1008, "reason": "Unknown Host"}
    ]


def opens(*origins, **more):
    """Whether a socket that a page of such an origin asks for is handed on to the studio."""
    port = more.get("port", 8501)
    host = "localhost" if port == 80 else f"localhost:{port}"  # as browsers say it
    first, *_ = ask(host, kind="websocket", origins=origins, **more)
    if first["type"] == "websocket.close":
        assert first == {"type": "websocket.close", "code": 1008, "reason": "Unknown Origin"}
        return False
    return True


@pytest.mark.parametrize(
    "origin",
    [
        "http://127.0.0.1:8501",
        "http://localhost:8501",
        "HTTP://LocalHost:8501",
        "https://localhost:8501",  # behind what speaks TLS here, and passes the name on
    ],
)
def test_a_socket_is_opened_for_a_page_of_our_own(origin):
    assert opens(origin)


@pytest.mark.parametrize(
    "origin",
    [
        "http://127.0.0.1:8502",
        "http://localhost:3000",
        "http://localhost",
        "http://evil.test:8501",
        "http://127.0.0.1:8501.evil.test",
        "http://evil.test@127.0.0.1:8501",
        "http://127.0.0.1:8501/",
        "http://127.0.0.1:08501",
        "http://127.0.0.2:8501",
        "null",
        "file://",
        "",
        "\N{LATIN SMALL LETTER LONG S}",
    ],
)
def test_a_socket_is_closed_to_every_other_page_of_this_machine_as_well(origin):
    assert not opens(origin)


def test_a_socket_is_closed_to_whoever_does_not_say_or_says_twice_whose_page_it_is():
    assert not opens()
    assert not opens("http://localhost:8501", "http://localhost:8501")


def test_a_browser_leaves_the_usual_port_out():
    assert opens("http://localhost", port=80)
    assert opens("http://localhost:80", port=80)
    assert not opens("http://localhost", port=8501)


@pytest.mark.parametrize(
    "path", ["/_stcore/metrics", "/_stcore/metrics/", "//_stcore//metrics", "/stage/_stcore/metrics"]
)
def test_the_figures_of_the_server_are_for_nobody(path):
    start, body = ask("localhost", path=path)
    assert start["status"] == 404
    assert b"x-frame-options" in dict(start["headers"])
    assert body["body"] != b"ok"


@pytest.mark.parametrize("path", ["/_stcore/health", "/_stcore/host-config", "/metrics"])
def test_what_the_page_needs_is_answered(path):
    assert ask("localhost", path=path)[0]["status"] == 200


@pytest.mark.parametrize(
    ("path", "query", "place"),
    [
        ("/scenarios", b"", b"/"),
        ("/scenarios/", b"run=first&at=720", b"/?run=first&at=720"),
        ("/scenarios", b"//evil.test", b"/?//evil.test"),
    ],
)
def test_the_first_page_is_found_by_its_name_as_well(path, query, place):
    start, _ = ask("localhost", path=path, query=query)
    assert (start["status"], dict(start["headers"])[b"location"]) == (307, place)


def test_only_our_own_names_are_led_to_the_first_page():
    assert ask("evil.test", path="/scenarios")[0]["status"] == 400
    assert ask("localhost", path="/scenarios/more")[0]["status"] == 200


@pytest.mark.parametrize("host", ["localhost", "evil.test"])
def test_every_answer_carries_each_header_once(host):
    for path in ("/stage", "/scenarios"):
        names = [name.lower() for name, _ in ask(host, path=path)[0]["headers"]]
        for name, _ in security_headers(Doors(HOSTS, 8501)):
            assert names.count(name) == 1


def test_the_policy_names_no_other_machine_and_only_our_sockets():
    policy = dict(security_headers(Doors(HOSTS, 8505)))[b"content-security-policy"].decode()
    assert "http:" not in policy
    assert "https:" not in policy
    assert "connect-src 'self' ws://127.0.0.1:8505 ws://localhost:8505;" in policy
    assert "frame-ancestors 'none'" in policy
    assert "*" not in policy


def test_a_host_that_is_not_ascii_is_no_host():
    assert host_name([(b"host", "löcalhost".encode())]) is None


# ---- tunnels and proxies


@pytest.mark.parametrize("page", ["http://localhost:9000", "https://localhost:9000"])
def test_through_a_tunnel_with_another_port_a_socket_opens_for_the_very_address_it_asks_at(page):
    assert ask("localhost:9000", kind="websocket", origins=[page])[0]["type"] == "http.response.start"
    policy = dict(ask("localhost:9000")[0]["headers"])[b"content-security-policy"].decode()
    assert "ws://localhost:9000" in policy


@pytest.mark.parametrize(
    ("host", "page"),
    [
        ("localhost:8501", "http://localhost:3000"),
        ("localhost:9000", "http://127.0.0.1:9000"),
        ("127.0.0.1:9000", "http://evil.test:9000"),
        ("localhost:9000", "null"),
    ],
)
def test_a_page_of_another_program_on_this_machine_opens_none(host, page):
    assert ask(host, kind="websocket", origins=[page])[0]["type"] == "websocket.close"


@pytest.mark.parametrize("host", ["lab.example.org", "127.0.0.1:8501"])
def test_behind_a_proxy_the_public_address_is_one_of_ours_whatever_host_the_proxy_names(host):
    start, _ = ask(host, public=PUBLIC)
    assert start["status"] == 200
    opened = ask(host, kind="websocket", origins=["https://lab.example.org"], public=PUBLIC)
    assert opened[0]["type"] == "http.response.start"
    assert "wss://lab.example.org" in dict(start["headers"])[b"content-security-policy"].decode()
    closed = ask(host, kind="websocket", origins=["https://evil.test"], public=PUBLIC)
    assert closed[0]["type"] == "websocket.close"


def test_behind_a_proxy_without_the_setting_it_is_said_what_to_set():
    _, body = ask("lab.example.org")
    assert b"--public-url" in body["body"]


def test_the_first_page_lies_below_the_path_of_the_proxy():
    start, _ = ask("lab.example.org", path="/town/scenarios", query=b"lang=zh", public=PUBLIC)
    assert (start["status"], dict(start["headers"])[b"location"]) == (307, b"/town/?lang=zh")


@pytest.mark.parametrize(
    "said",
    [
        "lab.example.org",
        "ftp://lab.example.org",
        "https://",
        "https://a@b",
        "https://x:99999",
        "https://x/?y",
    ],
)
def test_what_is_no_address_of_a_studio_is_refused_with_an_example(said):
    with pytest.raises(BadInput, match="https://lab"):
        public_address(said)
