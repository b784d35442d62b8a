"""The way to a server: its address, the proxy, and whether its certificate is trusted."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx2
import pytest

from engine.errors import BadInput
from engine.models.profiles import read_profile
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.way import proxy_of
from tests.chaos import completion
from tests.dialects import fails, heard

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


# ---- addresses


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"),
        ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/chat/completions/", "https://api.openai.com/v1"),
        ("http://localhost:1234/v1/models", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/embeddings", "http://localhost:1234/v1"),
        ("localhost:11434/v1", "http://localhost:11434/v1"),
        ("localhost/v1", "http://localhost/v1"),
        ("127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("192.168.1.7:8080/v1", "http://192.168.1.7:8080/v1"),
        ("[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("gpu.local:8000/v1", "http://gpu.local:8000/v1"),
        ("gpu:8000/v1", "http://gpu:8000/v1"),
        ("api.openai.com/v1", "https://api.openai.com/v1"),
        ("  openrouter.ai/api/v1  ", "https://openrouter.ai/api/v1"),
    ],
)
def test_an_address_is_put_right_as_it_is_typed_or_copied(typed, kept):
    assert read_profile("p", {"base_url": typed, "model": "m"}).base_url == kept


@pytest.mark.parametrize("typed", ["h", "", "ftp://h/v1", "http://", "my server", "http:/127.0.0.1/v1"])
def test_what_is_no_address_is_refused_with_an_example(typed):
    with pytest.raises(BadInput, match=r"http://127\.0\.0\.1:8080/v1"):
        read_profile("p", {"base_url": typed, "model": "m"})


@pytest.mark.parametrize(
    "answer",
    [
        fails(404, "404 page not found"),
        fails(405, {"detail": "Method Not Allowed"}),
        fails(200, {"error": "Unexpected endpoint or method. (POST /chat/completions)"}),
    ],
)
def test_an_address_without_v1_is_told_what_most_have(answer):
    came, server = heard(lambda body: answer, url="http://localhost:11434")
    assert isinstance(came, ServerFailed)
    assert came.kind is Kind.NOT_FOUND
    assert "such as http://localhost:11434/v1" in str(came)
    assert len(server.asked) == 1
    came, _ = heard(lambda body: answer, url="http://localhost:11434/v1")
    assert "such as" not in str(came)


# ---- proxies

FAR = "http://town.example/v1"


@pytest.mark.parametrize(
    ("environment", "url", "proxy"),
    [
        ({}, FAR, ""),
        ({"HTTP_PROXY": "http://p:3128"}, FAR, "http://p:3128"),
        ({"HTTPS_PROXY": "http://p:3128"}, "https://town.example/v1", "http://p:3128"),
        ({"HTTPS_PROXY": "http://p:3128"}, FAR, ""),
        ({"ALL_PROXY": "http://p:3128"}, FAR, "http://p:3128"),
        ({"HTTP_PROXY": "p:3128"}, FAR, "http://p:3128"),
        ({"HTTP_PROXY": "http://p:3128", "NO_PROXY": "town.example"}, FAR, ""),
        ({"HTTP_PROXY": "http://p:3128", "NO_PROXY": ".example"}, FAR, ""),
        ({"HTTP_PROXY": "http://p:3128", "NO_PROXY": "*"}, FAR, ""),
        ({"HTTP_PROXY": "http://p:3128", "NO_PROXY": "other.example"}, FAR, "http://p:3128"),
        ({"HTTP_PROXY": "http://p:3128"}, "http://127.0.0.1:8080/v1", ""),
        ({"HTTP_PROXY": "http://p:3128"}, "http://127.8.0.1:8080/v1", ""),
        ({"HTTP_PROXY": "http://p:3128"}, "http://localhost:8080/v1", ""),
        ({"HTTP_PROXY": "http://p:3128"}, "http://[::1]:8080/v1", ""),
        ({"HTTP_PROXY": "http://p:3128"}, "http://0.0.0.0:8080/v1", ""),
    ],
)
def test_the_proxy_of_the_environment_is_taken_and_never_for_this_machine(
    monkeypatch, environment, url, proxy
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_of(url) == proxy


@contextmanager
def proxy_server(answer=b"", *, tls=None):
    """A server on this machine, with the first lines of the requests that it got."""
    lines = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def do_POST(self):
            lines.append(self.requestline)
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

    server = HTTPServer(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.server_address[1], lines
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def asked(url):
    """What comes of one request over the wire."""

    async def ask():
        one = OpenAICompatible(Endpoint(base_url=url, model="m", parameters={}, timeout=5.0), "sk-canary")
        try:
            await one.make_ready()
            return await one.complete([{"role": "user", "content": "Hi"}], most_tokens=9)
        except ServerFailed as failure:
            return failure
        finally:
            await one.close()

    return asyncio.run(ask())


def test_a_request_goes_through_the_proxy(monkeypatch):
    with proxy_server(httpx2.Response(200, json=completion("Hello.")).content) as (port, lines):
        monkeypatch.setenv("HTTP_PROXY", f"http://user:secret@127.0.0.1:{port}")
        assert asked(FAR).text == "Hello."
    assert lines == ["POST http://town.example/v1/chat/completions HTTP/1.1"]


def test_a_proxy_that_is_not_there_is_named_without_its_password(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://user:secret@127.0.0.1:9")
    failure = asked(FAR)
    assert failure.kind is Kind.UNREACHABLE
    assert "http://town.example/v1 through the proxy http://127.0.0.1:9" in str(failure)
    assert "secret" not in str(failure)


def test_a_proxy_of_a_kind_that_cannot_be_used_is_told_and_no_traceback(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "gopher://127.0.0.1:9")
    failure = asked(FAR)
    assert failure.kind is Kind.UNREACHABLE
    assert "gopher://127.0.0.1:9" in str(failure)


# ---- certificates


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate that nobody trusts, and its key, made for this test run."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=town",
         "-addext", "subjectAltName=IP:127.0.0.1"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    return folder / "cert.pem", folder / "key.pem"


def test_an_untrusted_certificate_is_told_as_that_and_trusted_once_it_is_named(certificate, monkeypatch):
    cert, key = certificate
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(cert, key)
    with proxy_server(httpx2.Response(200, json=completion("Hello.")).content, tls=tls) as (port, _):
        url = f"https://127.0.0.1:{port}/v1"
        failure = asked(url)
        assert failure.kind is Kind.UNTRUSTED
        assert "self-signed certificate" in str(failure)
        assert "set SSL_CERT_FILE" in str(failure)
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
        assert asked(url).text == "Hello."


def test_https_to_a_server_that_speaks_plain_http_is_told_as_that():
    with proxy_server() as (port, _):
        failure = asked(f"https://127.0.0.1:{port}/v1")
    assert failure.kind is Kind.UNREACHABLE
    assert "does not answer over https; try http" in str(failure)


def test_certificates_that_are_not_there_are_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    failure = asked("https://127.0.0.1:9/v1")
    assert failure.kind is Kind.UNTRUSTED
    assert "none.pem cannot be read" in str(failure)
