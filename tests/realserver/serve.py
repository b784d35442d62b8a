"""Serve a model: `python -m tests.realserver.serve MODEL PORT`, until standard input closes."""

from __future__ import annotations

import argparse
import sys

import xllamacpp


def main() -> None:
    """Start the server and say so.

    By default, it is one for the tiny model of the tests: one thread, since spinning threads on a busy
    machine slow each other, and a slot for each of eight calls.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.realserver.serve", description=__doc__)
    parser.add_argument("model", help="the path of a GGUF file")
    parser.add_argument("port", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--slots", type=int, default=8, help="how many calls are answered at once")
    parser.add_argument("--context", type=int, default=8_192, help="how many tokens a slot has")
    parser.add_argument("--chat-only", action="store_true", help="make no embeddings")
    asked = parser.parse_args()
    server = xllamacpp.Server(_params(asked))
    print("serving", flush=True)
    sys.stdin.read()
    del server


def _params(asked: argparse.Namespace) -> xllamacpp.CommonParams:
    params = xllamacpp.CommonParams()
    params.model.path = asked.model
    params.hostnames = ["127.0.0.1"]
    params.port = asked.port
    params.n_ctx = asked.slots * asked.context
    params.n_parallel = asked.slots
    params.n_gpu_layers = 0
    params.warmup = False
    params.use_jinja = True
    params.offline = True
    if not asked.chat_only:
        params.embedding = True
        params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.cpuparams.n_threads = asked.threads
    params.cpuparams_batch.n_threads = asked.threads
    return params


if __name__ == "__main__":
    main()
