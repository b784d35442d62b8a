"""Serve the tiny model: `python -m tests.realserver.serve MODEL PORT`, until standard input closes."""

from __future__ import annotations

import sys

import xllamacpp


def main(model: str, port: int) -> None:
    """Start the server and say so; one thread, since spinning threads on a busy machine slow each other."""
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 65_536
    params.n_parallel = 8
    params.n_gpu_layers = 0
    params.warmup = False
    params.use_jinja = True
    params.offline = True
    params.embedding = True
    params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    print("serving", flush=True)
    sys.stdin.read()
    del server


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
