"""The studio starts on this machine only, with its own settings, from any folder."""

import logging
import os
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.error import HTTPError

import pytest

from engine.errors import BadInput, NotFound
from studio import launch as starter

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def taken():
    """A port that somebody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_every_setting_is_one_that_streamlit_knows():
    from streamlit import config as streamlit_config

    unknown = set(starter.config()) - set(streamlit_config._config_options_template)
    assert unknown == set()


def test_private_by_default():
    settings = starter.config()
    assert settings["server.address"] == "127.0.0.1"
    assert settings["server.allowedHosts"] == ["127.0.0.1", "localhost"]
    assert settings["browser.gatherUsageStats"] is False
    assert settings["server.enableXsrfProtection"] is settings["server.enableCORS"] is True
    assert settings["server.enableStaticServing"] is settings["server.enableAgentApi"] is False
    assert settings["client.showErrorDetails"] == "none"
    assert settings["client.showErrorLinks"] is False
    assert settings["server.maxUploadSize"] <= 20


def contrast(one, other):
    def luminance(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor"])
@pytest.mark.parametrize(
    "ink", ["textColor", "primaryColor", "linkColor", "redTextColor", "yellowTextColor", "grayTextColor"]
)
def test_every_text_can_be_read_on_every_ground(theme, ground, ink):
    settings = starter.config()
    assert contrast(settings[f"theme.{theme}.{ink}"], settings[f"theme.{theme}.{ground}"]) >= 4.5


def test_no_setting_names_another_machine():
    assert not [value for value in starter.config().values() if "://" in str(value)]


def test_a_wheel_takes_its_settings_and_components_along():
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    assert setuptools["data-files"] == {
        "share/townwright": [".streamlit/config.toml"],
        "share/townwright/docs": ["docs/*.md"],
        "share/townwright/docs/zh": ["docs/zh/*.md"],
    }
    assert {"pyproject.toml", "frontend/build/*"} <= set(setuptools["package-data"]["studio"])


def test_a_wanted_port_that_is_taken_is_refused_in_words(taken):
    with pytest.raises(BadInput, match=f"Port {taken} is taken"):
        starter.choose_port("127.0.0.1", taken)


def test_without_a_wish_the_next_free_port_is_chosen_and_named(monkeypatch, taken, capsys):
    monkeypatch.setattr(starter, "DEFAULT_PORT", taken)
    chosen = starter.choose_port("127.0.0.1", None)
    assert chosen > taken
    assert capsys.readouterr().out == f"Port {taken} is taken, so the studio opens on {chosen}.\n"


def test_a_port_that_does_not_exist_is_not_free():
    assert not starter.is_free("127.0.0.1", 70000)


def test_a_bare_terminal_gets_no_browser(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not starter.has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert starter.has_display()


def test_the_terminal_hears_complaints_and_no_chatter():
    def record(level):
        return logging.LogRecord("uvicorn.error", level, "", 0, "", None, None)

    assert starter.is_a_warning(record(logging.WARNING))
    assert not starter.is_a_warning(record(logging.INFO))


def test_no_part_of_an_answer_waits_until_the_browser_has_confirmed_the_one_before(monkeypatch, tmp_path):
    from streamlit.web.server.starlette import starlette_server as server

    class Listening:
        """An app that listens and hears one window, as Streamlit's does."""

        def __init__(self, *args, **more):
            pass

        def run(self, config):
            listener, _ = server._bind_server_socket("127.0.0.1", "127.0.0.1", 0, 1)
            with listener, socket.create_connection(listener.getsockname()):
                listener.setblocking(True)
                window, _ = listener.accept()
                with window:
                    seen.append(window.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    seen = []
    monkeypatch.setattr(server, "_bind_socket", server._bind_socket)
    monkeypatch.setattr("streamlit.App", Listening)
    monkeypatch.setenv(starter.WORKSPACE_VARIABLE, "")
    starter.launch(tmp_path, port=None, open_browser=False)
    assert seen
    assert all(seen)


@pytest.mark.nightly
def test_importing_the_launcher_does_not_import_streamlit():
    code = "import sys, studio.launch; sys.exit('streamlit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("error", "shown", "hidden"),
    [
        (NotFound("There is no run 'x'."), "There is no run 'x'.", "NotFound"),
        (ZeroDivisionError("secret path"), "an error in Townwright", "secret path"),
    ],
)
def test_a_page_that_stops_says_so_without_a_traceback(error, shown, hidden):
    from streamlit.testing.v1 import AppTest

    def page(error):
        from studio.launch import show_error

        show_error(error)

    page = AppTest.from_function(page, args=(error,)).run()
    words = " ".join(each.value for each in (*page.error, *page.text))
    assert shown in words
    assert hidden not in words


SCRIPT = """
import os
import streamlit as st
st.text(os.environ["TOWNWRIGHT_WORKSPACE"])
"""


@pytest.fixture
def studio(tmp_path):
    """The studio, started from a folder that has settings of its own and knows nothing of ours."""
    (tmp_path / "page.py").write_text(SCRIPT)
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text(
        '[server]\naddress = "0.0.0.0"\n[theme]\nbase = "dark"\n'
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    code = (
        "from pathlib import Path; from studio.launch import launch; "
        f"launch(Path('town'), port={port}, open_browser=False, script=Path('page.py'))"
    )
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process, port
    process.kill()
    process.wait()
    process.stdout.close()


def handshake(port, origin):
    """The status with which a request for the studio's socket is answered."""
    lines = [
        "GET /_stcore/stream HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *([f"Origin: {origin}"] if origin else []),
    ]
    with socket.create_connection(("127.0.0.1", port), timeout=20) as one:
        one.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return int(one.recv(1_000).split()[1])


@pytest.mark.soak
def test_it_opens_says_one_line_and_closes_quietly(studio):
    import urllib.request

    process, port = studio
    assert process.stdout.readline() == (
        f"Townwright is open at http://127.0.0.1:{port} on 'town'. Ctrl+C closes it.\n"
    )
    address = f"http://127.0.0.1:{port}/"
    with urllib.request.urlopen(address, timeout=20) as page:
        assert page.headers["x-frame-options"] == "DENY"
        assert "default-src 'self'" in page.headers["content-security-policy"]
    with pytest.raises(HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(address, headers={"Host": "evil.test"}), timeout=20)
    assert refused.value.code == 400
    refused.value.close()
    with pytest.raises(HTTPError) as closed:
        urllib.request.urlopen(f"{address}_stcore/metrics", timeout=20)
    assert closed.value.code == 404
    closed.value.close()
    assert handshake(port, f"http://127.0.0.1:{port}") == 101
    for origin in (None, "http://127.0.0.1:1", f"http://localhost:{port + 1}", "null"):
        assert handshake(port, origin) == 403
    with socket.socket() as elsewhere:  # another address of this machine is not served
        assert elsewhere.connect_ex(("127.0.0.2", port)) != 0
    process.send_signal(signal.SIGINT)
    assert process.stdout.read() == "The studio has closed. Days that are running go on.\n"
    assert process.wait(20) == 0
