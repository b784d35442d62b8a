"""A server that speaks the OpenAI protocol and fails in every way there is; the model's name says how."""

from __future__ import annotations

import contextlib
import copy
import gzip
import json
import socket
import struct
import threading
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.salad import salad, vector

GOOD = json.dumps({"thought": "", "says": "Hello.", "ends": False, "tells": 0})
SQUARE = "Candle Court"  # of the town of three neighbours
PAGE = "<!doctype html><html><head><title>Log in</title></head><body>Please log in.</body></html>"


def completion(content=GOOD, *, finish="stop", usage=True, **message):
    """A whole answer of the protocol."""
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "chaos-1",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
        **({"usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}} if usage else {}),
    }


def error(message, code=None, kind="error", **more):
    return {"error": {"message": message, "type": kind, "code": code, **more}}


def unsupported(name, code="unsupported_parameter"):
    return error(f"Unsupported: '{name}' is not supported with this model.", code, param=name)


def purpose_of(body):
    """What a request is for: the name of the form that it asks for."""
    return body.get("response_format", {}).get("json_schema", {}).get("name", "")


class Chaos:
    """The server: `hits` counts the requests for each model, `faced` those for each model and purpose, `met`
    has the faults that a model has met in rotation, `asked` keeps their bodies and headers.
    """

    def __init__(self):
        self.hits = Counter()
        self.faced = Counter()
        self.met = defaultdict(set)
        self.asked = []
        self.good = GOOD
        self.in_flight = self.most_in_flight = 0
        self.latency = 0.0
        self.pieces = 5  # of an answer that is streamed
        self._guard = threading.Lock()
        chaos = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *args):
                pass

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with chaos._guard:
                    chaos.hits[body["model"]] += 1
                    hit = chaos.hits[body["model"]]
                    chaos.faced[body["model"], purpose_of(body)] += 1
                    nth = chaos.faced[body["model"], purpose_of(body)]
                    chaos.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                    chaos.in_flight += 1
                    chaos.most_in_flight = max(chaos.most_in_flight, chaos.in_flight)
                try:
                    if chaos.latency:
                        time.sleep(chaos.latency)
                    FAULTS.get(body["model"], well)(Exchange(self, body, hit, nth, chaos))
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True
                finally:
                    with chaos._guard:
                        chaos.in_flight -= 1

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    @property
    def base_url(self):
        return f"http://127.0.0.1:{self.http.server_address[1]}/v1"

    def close(self):
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


class Exchange:
    """One request, and the means to answer it."""

    def __init__(self, handler, body, hit, nth, chaos):
        self.handler, self.body, self.hit, self.nth, self.chaos = handler, body, hit, nth, chaos

    def send(self, status, content, headers=(), kind="application/json", length=None):
        data = content if isinstance(content, bytes) else content.encode()
        self.handler.send_response(status)
        self.handler.send_header("Content-Type", kind)
        self.handler.send_header("Content-Length", str(len(data) if length is None else length))
        for name, value in headers:
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.write(data)
        self.handler.wfile.flush()

    def json(self, status, content, headers=()):
        self.send(status, json.dumps(content), headers)

    def reset(self):
        """Drop the connection as a crashed server does."""
        self.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.handler.close_connection = True
        self.handler.connection.close()

    def hang(self, seconds=30.0):
        """Say nothing until the other side has had enough."""
        self.handler.connection.settimeout(seconds)
        with contextlib.suppress(TimeoutError, OSError):
            self.handler.connection.recv(1)
        self.handler.close_connection = True


def well(exchange):
    if exchange.body.get("stream"):
        streamed(exchange, exchange.chaos.good)
    elif exchange.handler.path.endswith("/embeddings"):
        rows = [
            {"index": n, "object": "embedding", "embedding": [float(len(text)), 1.0]}
            for n, text in enumerate(exchange.body["input"])
        ]
        exchange.json(
            200,
            {
                "object": "list",
                "model": "chaos-1",
                "data": rows,
                "usage": {"prompt_tokens": 1, "total_tokens": 1},
            },
        )
    else:
        exchange.json(200, completion(exchange.chaos.good))


def vectors(change=lambda rows: rows, *, numbers=32) -> Callable:
    """An embeddings model, whose rows may be changed on the way."""

    def embed(exchange):
        texts = exchange.body["input"]
        rows = [
            {"index": n, "object": "embedding", "embedding": vector(text, numbers)}
            for n, text in enumerate(texts)
        ]
        letters = sum(map(len, texts))
        usage = {"prompt_tokens": letters // 4 + 1, "total_tokens": letters // 4 + 1}
        exchange.json(200, {"object": "list", "model": "salad-1", "data": change(rows), "usage": usage})

    return embed


def each(values) -> Callable:
    """Rows whose vectors are something else."""
    return lambda rows: [{**row, "embedding": values(row["embedding"])} for row in rows]


# Embeddings that no memory can be found with.
BAD_VECTORS = {
    "vectors-fewer": vectors(lambda rows: rows[:-1]),
    "vectors-none": vectors(lambda rows: []),
    "vectors-twice": vectors(lambda rows: [{**row, "index": 0} for row in rows] + rows[:1]),
    "vectors-unnumbered": vectors(lambda rows: [{**row, "index": None} for row in rows]),
    "vectors-of-zeros": vectors(each(lambda row: [0.0] * len(row))),
    "vectors-of-nan": vectors(each(lambda row: [float("nan"), *row[1:]])),
    "vectors-infinite": vectors(each(lambda row: [1e308, 1e308, *row])),
    "vectors-of-words": vectors(each(lambda row: ["much"] * len(row))),
    "vectors-by-token": vectors(each(lambda row: [row, row])),
    "vectors-too-long": vectors(each(lambda row: [1.0] * 9_000)),
    "vectors-ragged": vectors(
        lambda rows: [{**row, "embedding": [1.0] * (n + 2)} for n, row in enumerate(rows)]
    ),
    "vectors-empty": vectors(each(lambda row: [])),
    "vectors-no-base64": vectors(each(lambda row: "x")),
    "vectors-no-usage": lambda exchange: exchange.json(200, {"object": "list", "data": 7}),
}


def chunk(text, finish=None):
    row = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "chaos-1", "choices": [row]}


COUNTED = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}


def streamed(exchange, text, end=lambda exchange: None, *, finish="stop", usage=COUNTED):
    handler = exchange.handler
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Connection", "close")
    handler.end_headers()
    size = max(1, len(text) // exchange.chaos.pieces)
    for at in range(0, len(text), size):
        event(exchange, chunk(text[at : at + size]))
    if finish:
        event(exchange, chunk("", finish))
        event(exchange, {**chunk(""), "choices": [], "usage": usage})
        handler.wfile.write(b"data: [DONE]\n\n")
    handler.wfile.flush()
    end(exchange)
    handler.close_connection = True


def event(exchange, content):
    exchange.handler.wfile.write(f"data: {json.dumps(content)}\n\n".encode())
    exchange.handler.wfile.flush()


def status(code, content, headers=()) -> Callable:
    return lambda exchange: exchange.json(code, content, headers)


def page(code) -> Callable:
    return lambda exchange: exchange.send(code, PAGE, kind="text/html")


def says(content, **more) -> Callable:
    return lambda exchange: exchange.json(200, completion(content, **more))


def raw(data, kind="application/json") -> Callable:
    return lambda exchange: exchange.send(200, data, kind=kind)


def cut(exchange):
    data = json.dumps(completion())
    exchange.send(200, data[: len(data) // 2], length=len(data))
    exchange.reset()


def trickle(exchange):
    exchange.handler.send_response(200)
    exchange.handler.send_header("Content-Length", "100000")
    exchange.handler.end_headers()
    for _ in range(600):
        exchange.handler.wfile.write(b" ")
        exchange.handler.wfile.flush()
        time.sleep(0.05)


def huge(exchange):
    exchange.handler.send_response(200)
    exchange.handler.send_header("Content-Length", str(50_000_000))
    exchange.handler.end_headers()
    for _ in range(50):
        exchange.handler.wfile.write(b" " * 1_000_000)


def then_well(fault) -> Callable:
    """Fails twice, then answers."""
    return lambda exchange: fault(exchange) if exchange.hit <= 2 else well(exchange)


def then_repaired(fault) -> Callable:
    """Answers badly once, and well when asked to repair it."""
    return lambda exchange: fault(exchange) if exchange.hit <= 1 else well(exchange)


def said(**fields) -> str:
    return json.dumps({"thought": "", "says": "Hello.", "ends": False, "tells": 0, **fields})


def particular(*refused, thinks=0) -> Callable:
    """Refuses some parameters, one after the other, and thinks before it answers."""

    def answer(exchange):
        for name in refused:
            if name in exchange.body:
                code = "unsupported_value" if name == "temperature" else "unsupported_parameter"
                return exchange.json(400, unsupported(name, code))
        if exchange.body.get("max_completion_tokens", thinks) < thinks:
            return exchange.json(200, completion("", finish="length"))
        return well(exchange) if exchange.body.get("stream") else obeys(exchange)

    return answer


@lru_cache
def bomb(times=1, wbits=31) -> bytes:
    """A good answer with 40 million blanks after it, packed so often; half a megabyte at most."""
    data = json.dumps(completion()).encode() + b" " * 40_000_000
    for _ in range(times):
        packing = zlib.compressobj(9, zlib.DEFLATED, wbits)
        data = packing.compress(data) + packing.flush()
    return data


def packed(data, coding, status=200) -> Callable:
    """An answer that is packed, as its header says."""
    return lambda exchange: exchange.send(status, data(), [("Content-Encoding", coding)])


def packed_stream(exchange):
    """A stream that unpacks to words without end."""
    words = f"data: {json.dumps(chunk('la ' * 10_000))}\n\n".encode()
    exchange.send(200, gzip.compress(words * 1_000), [("Content-Encoding", "gzip")], "text/event-stream")


# Little that unpacks to far too much: exactly one attempt, and no more memory than for any answer.
BOMBS = {
    "gzip-bomb": packed(bomb, "gzip"),
    "deflate-bomb": packed(lambda: bomb(wbits=15), "deflate"),
    "raw-deflate-bomb": packed(lambda: bomb(wbits=-15), "deflate"),
    "gzip-bomb-in-gzip": packed(lambda: bomb(times=2), "gzip, gzip"),
    "gzip-bomb-as-an-error": packed(bomb, "gzip", status=500),
    "gzip-bomb-as-a-refusal": packed(bomb, "gzip", status=401),
}

# What no second request would change: exactly one attempt.
PERMANENT = {
    "400": status(400, error("bad parameter")),
    "400-context-llama": status(
        400, {"error": {"code": 400, "message": "too big", "type": "exceed_context_size_error", "n_ctx": 512}}
    ),
    "400-context-openai": status(400, error("too long", "context_length_exceeded")),
    "400-of-what-was-not-asked": status(400, unsupported("logprobs")),
    "401": status(401, error("Incorrect API key provided")),
    "401-that-quotes-the-key": lambda exchange: exchange.json(
        401, error(f"no such key: {exchange.handler.headers['Authorization']}")
    ),
    "402": status(402, error("payment required")),
    "403": status(403, error("not allowed")),
    "404-model": status(404, error("no such model", "model_not_found")),
    "404-page": page(404),
    "405": status(405, error("method not allowed")),
    "413": status(413, error("too large")),
    "422": status(422, error("unprocessable")),
    "429-quota": status(429, error("You exceeded your current quota", "insufficient_quota")),
    "429-an-hour": status(429, error("slow down"), [("retry-after", "3600")]),
    "500-no-schema": status(500, error("Input should be 'text' or 'json_object'")),
    "50-megabytes": huge,
    **BOMBS,
    "refusal": lambda exchange: exchange.json(200, completion(None, refusal="I cannot help with that.")),
    "content-filter": says("", finish="content_filter"),
}

# What may pass: asked again, four times at most.
PASSING = {
    "408": status(408, error("timeout")),
    "409": status(409, error("conflict")),
    "429": status(429, error("slow down"), [("retry-after", "0")]),
    "429-milliseconds": status(429, error("slow down"), [("retry-after-ms", "5")]),
    "500": status(500, error("internal error")),
    "502-page": page(502),
    "503-busy": status(503, error("All slots are busy")),
    "504": status(504, error("gateway timeout")),
    "529": status(529, error("overloaded")),
    "reset": lambda exchange: exchange.reset(),
    "cut-body": cut,
    "empty-body": raw(""),
    "no-json": raw("upstream connect error"),
    "half-json": raw('{"choices": ['),
    "packed-badly": packed(lambda: b"no gzip at all", "gzip"),
    "packed-as-nobody-can": packed(lambda: b"\x8b\x02", "br"),
    "bad-utf8": raw(b'{"choices": "\xff\xfe"}'),
    "page": lambda exchange: exchange.send(200, PAGE, kind="text/html"),
    "page-as-json": raw(PAGE),
    "error-object": raw(json.dumps(error("provider down"))),
    "choices-null": raw(json.dumps({**completion(), "choices": None})),
    "choices-empty": raw(json.dumps({**completion(), "choices": []})),
    "message-null": raw(
        json.dumps({**completion(), "choices": [{"index": 0, "finish_reason": "stop", "message": None}]})
    ),
    "content-a-number": raw(json.dumps(completion(7))),
    "json-list": raw("[]"),
    "json-number": raw("7"),
}

# What takes too long.
SLOW = {"hang": lambda exchange: exchange.hang(), "trickle": trickle}

# Answers that do not fit: repaired once at most.
UNFIT = {
    "content-null": says(None),
    "content-empty": says(""),
    "content-blank": says(" \n "),
    "cut-at-the-limit": says('{"says": "Hel', finish="length"),
    "prose": says("I would rather say hello."),
    "half-an-object": says('{"says": "Hel'),
    "a-list": says('["Hello."]'),
    "missing-field": says('{"thought": "x"}'),
    "wrong-type": says(said(ends="perhaps")),
    "only-an-extra-field": says(json.dumps({"mood": "grand"})),
    "out-of-range": says(said(tells=-4)),
    "not-a-number": says('{"says": "Hello.", "tells": NaN}'),
    "a-key-twice": says('{"says": "Hello.", "says": "Goodbye."}'),
    "half-a-character": says('{"says": "Hello \\ud800."}'),
    "nested-without-end": says('{"says": ' + "[" * 100_000),
    "too-long-a-text": says(said(says="x" * 5_000)),
    "tool-call": lambda exchange: exchange.json(
        200,
        completion(
            None,
            finish="tool_calls",
            tool_calls=[{"id": "t", "type": "function", "function": {"name": "x", "arguments": "{}"}}],
        ),
    ),
}


def counts(value) -> Callable:
    """A good answer, of which the server says what it took, in its own way."""
    usage = {
        "prompt_tokens": value,
        "completion_tokens": value,
        "prompt_tokens_details": {"cached_tokens": value},
    }
    return lambda exchange: exchange.json(200, completion() | {"usage": usage})


# Good answers with counts of tokens that cannot be any.
MISCOUNTED = {
    f"counts-{name}": counts(value)
    for name, value in {
        "too-many": 10**19,
        "ever-so-many": 10**400,
        "below-none": -5,
        "by-halves": 12.5,
        "true": True,
        "not-a-number": float("nan"),
        "without-end": float("inf"),
        "in-words": "many",
        "in-a-list": [7],
    }.items()
}

# Answers that only look odd.
FINE = {
    "fenced": says(f"```json\n{GOOD}\n```"),
    "thinking": says(f"<think>She waits {{ for me.</think>\n{GOOD}"),
    "amid-prose": says(f"Here you are: {GOOD} I hope it helps."),
    "nul": says(said(says="Hel\x00lo.")),
    "no-usage": says(GOOD, usage=False),
    "extra-field": says(said(mood="grand")),
    "in-parts": raw(json.dumps(completion([{"type": "text", "text": GOOD}]))),
    "packed": packed(lambda: gzip.compress(json.dumps(completion()).encode()), "gzip"),
    **MISCOUNTED,
}


def broken_off(end=lambda exchange: None, *, after=16) -> Callable:
    """Says so many letters of a good answer, and then no more."""
    return lambda exchange: streamed(exchange, exchange.chaos.good[:after], end, finish=None)


def writes(data) -> Callable:
    return lambda exchange: exchange.handler.wfile.write(data)


def trickles(exchange):
    """Goes on with a word now and then, and comes to no end."""
    for _ in range(600):
        event(exchange, chunk("la "))
        time.sleep(0.05)


def floods(exchange):
    for _ in range(50):
        event(exchange, chunk("la " * 100_000))


def delta(finish=None, **fields) -> Callable:
    """A piece of a stream that is not as the others."""
    row = {"index": 0, "finish_reason": finish, "delta": fields}
    return lambda exchange: event(exchange, {**chunk(""), "choices": [row]})


def in_halves(exchange):
    """Every unit of UTF-16 by itself, as a server sends a text that it cuts by those."""
    units = exchange.chaos.good.encode("utf-16-le")
    halves = [units[at : at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(units), 2)]

    def say(exchange):
        for half in halves:
            event(exchange, chunk(half))
        delta("stop")(exchange)

    streamed(exchange, "", say, finish=None)


# Models that want to be asked otherwise: once they have said so, they are.
PARTICULAR = {
    "thinks": particular("max_tokens", "temperature", "seed", thinks=1_000),
    "new-limit": particular("max_tokens"),
    "warm": particular("temperature"),
    "no-limit": particular("max_tokens", "max_completion_tokens"),
}

STREAMS = {
    "stream-reset": broken_off(lambda exchange: exchange.reset(), after=None),
    "stream-closed": broken_off(),
    "stream-no-finish": broken_off(after=None),
    "stream-error": broken_off(writes(b'data: {"error": {"message": "died"}}\n\n')),
    "stream-bad-event": broken_off(writes(b"data: {half\n\n")),
    "stream-no-words": broken_off(delta(content=["Hello."])),
    "stream-filtered": lambda exchange: streamed(exchange, exchange.chaos.good, finish="content_filter"),
    "stream-refused": broken_off(delta("stop", refusal="I cannot help with that.")),
    "stream-huge": broken_off(floods),
    "stream-packed-bomb": packed_stream,
}

SLOW_STREAMS = {"stream-trickle": broken_off(trickles), "stream-hang": broken_off(lambda e: e.hang())}

# Servers that answer well, and only as a whole.
NO_STREAMS = {
    "no-stream-400": status(400, error("stream is not supported")),
    "no-stream-422": status(422, error("stream_options: extra fields not permitted")),
    "no-stream-with-a-form": status(400, error("response_format cannot be used with stream")),
    "no-stream-but-an-answer": lambda exchange: exchange.json(200, completion(exchange.chaos.good)),
}


def only_whole(fault) -> Callable:
    return lambda exchange: fault(exchange) if exchange.body.get("stream") else well(exchange)


def obeys(exchange):
    answers(exchange, salad(exchange.body))


def obeys_and_talks(exchange):
    """Word salad of people who all go to one place and speak to each other there, whatever else fails."""
    body = copy.deepcopy(exchange.body) | {"model": "talks"}
    narrow(body.get("response_format", {}).get("json_schema", {}).get("schema", {}))
    answers(exchange, salad(body))


def narrow(schema):
    """Leave only the square to go to, somebody to speak to, and nothing to do but that."""
    for name, inner in schema.get("properties", {}).items():
        choices = inner.get("enum", [])
        if name == "place" and SQUARE in choices:
            inner["enum"] = [SQUARE]
        elif name == "person" and choices:
            inner["enum"] = [max(choices)]
        elif name == "decision":
            talks = [form for form in inner["anyOf"] if form["properties"]["kind"]["enum"] == ["talk"]]
            inner["anyOf"] = talks or inner["anyOf"]
        narrow(inner)
        for form in inner.get("anyOf", ()):
            narrow(form)
    if "items" in schema:
        narrow(schema["items"])


def answers(exchange, text):
    letters = sum(len(message["content"]) for message in exchange.body["messages"])
    usage = {"prompt_tokens": letters // 4, "completion_tokens": len(text) // 4}
    usage["total_tokens"] = sum(usage.values())
    if exchange.body.get("stream"):
        streamed(exchange, text, usage=usage)
    else:
        exchange.json(200, completion(text) | {"usage": usage})


def now_and_then(fault) -> Callable:
    """A town lives a day with it: the first request for each purpose fails, and some of the later ones."""
    return lambda exchange: fault(exchange) if exchange.nth % 20 == 1 else obeys_and_talks(exchange)


def in_rotation(faults) -> Callable:
    """Every other request meets the next fault, in turn; the others are answered well."""
    names = list(faults)

    def answer(exchange):
        turn, rest = divmod(exchange.hit, 2)
        if rest:
            obeys_and_talks(exchange)
            return
        name = names[turn % len(names)]
        exchange.chaos.met[exchange.body["model"]].add(name)
        faults[name](exchange)

    return answer


def key_of(exchange):
    return exchange.handler.headers["Authorization"].removeprefix("Bearer ")


def quotes(write, slashes=1) -> Callable:
    """Says the key in a good answer, as it is written, in JSON that is in JSON so often."""

    def answer(exchange):
        written = write(key_of(exchange))
        for _ in range(slashes - 1):
            written = written.replace("\\", "\\\\")
        exchange.json(200, completion(said(says="I saw KEY, did I?").replace("KEY", written)))

    return answer


def thought_out():
    """Nothing but thought, which is charged all the same."""
    usage = {"prompt_tokens": 100, "completion_tokens": 4_700, "total_tokens": 4_800}
    return completion("", finish="length") | {"usage": usage}


def in_escapes(key, form="\\u{:04x}"):
    return "".join(form.format(ord(letter)) for letter in key)


# In which ways a text of JSON may hold a key.
WRITTEN = {
    "plain": lambda key: key,
    "in-escapes": in_escapes,
    "in-large-escapes": lambda key: in_escapes(key, "\\u{:04X}"),
    "half-in-escapes": lambda key: key[:4] + in_escapes(key[4:7]) + key[7:],
    "every-other-in-escapes": lambda key: "".join(
        in_escapes(letter) if n % 2 else letter for n, letter in enumerate(key)
    ),
    "with-its-slashes-escaped": lambda key: key.replace("/", "\\/"),
}

# Servers that say the key they were shown, in other places than an error's message.
QUOTING = {
    "200-error-with-the-key": lambda exchange: exchange.json(200, error(f"no such key: {key_of(exchange)}")),
    "refusal-with-the-key": lambda exchange: exchange.json(200, completion(None, refusal=key_of(exchange))),
    "answer-with-the-key": lambda exchange: exchange.json(200, completion(f"I saw {key_of(exchange)}")),
    **{f"answer-with-the-key-{name}": quotes(write) for name, write in WRITTEN.items()},
    "answer-with-the-key-in-json-in-json": quotes(in_escapes, 2),
    "answer-with-the-key-in-json-in-json-in-json": quotes(in_escapes, 3),
    "refusal-with-the-key-in-escapes": lambda exchange: exchange.json(
        200, completion(None, refusal=f"No: {in_escapes(key_of(exchange))}")
    ),
    "field-with-the-key-in-escapes": lambda exchange: exchange.json(
        200, completion(said().replace("says", in_escapes(key_of(exchange))))
    ),
    "model-with-the-key": lambda exchange: exchange.json(200, completion() | {"model": key_of(exchange)}),
}
EVERY = PERMANENT | PASSING | UNFIT | FINE
FAULTS = {
    "salad": obeys,
    **QUOTING,
    "thinks-to-the-limit": lambda exchange: exchange.json(200, thought_out()),
    "salad-vectors": vectors(),
    "longer-vectors": vectors(numbers=48),
    **BAD_VECTORS,
    "every-fault": in_rotation(EVERY),
    **{f"{name}, now and then": now_and_then(fault) for name, fault in (EVERY | SLOW).items()},
    **PERMANENT,
    **PASSING,
    **SLOW,
    **UNFIT,
    **FINE,
    **PARTICULAR,
    **STREAMS,
    **SLOW_STREAMS,
    **{name: only_whole(fault) for name, fault in NO_STREAMS.items()},
    "stream-in-halves": in_halves,
    **{f"{name}, once": then_repaired(fault) for name, fault in STREAMS.items()},
    **{f"{name}, twice": then_well(fault) for name, fault in PASSING.items()},
    **{f"{name}, once": then_repaired(fault) for name, fault in UNFIT.items()},
}
