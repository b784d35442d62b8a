"""A tiny model with random weights in llama.cpp's own format: its words are salad, its server is real.

The blocks never write to dimension 0 of the embedding, which is the same constant for every token. So after
the last norm it is a known number, and column 0 of the output matrix is a bias for each token: words are
likely, single bytes are not, and an answer ends by itself now and then.
"""

from __future__ import annotations

import math
from pathlib import Path

import gguf
import numpy as np

WIDTH, BLOCKS, HEADS, FORWARD, CONTEXT = 64, 2, 1, 128, 32_768  # a head as wide as its kernels like
CONSTANT, SPREAD = 8.0, 0.6
WORDS = (
    "the", "boat", "party", "lantern", "and", "of", "to", "in", "is", "was", "at", "on", "for", "with", "we",
    "you", "they", "today", "tomorrow", "morning", "evening", "quiet", "old", "new", "sea", "bread", "light",
    "house", "friend", "walk", "talk", "work", "home", "rest", "read", "sing", "cook", "open", "garden",
)  # fmt: skip
JSON_PIECES = ('{"', '": "', '", "', '"}', '":', "[]", "true", "false")
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
CONTROL, BYTE, NORMAL, UNKNOWN = 3, 6, 1, 2


def vocabulary() -> list[tuple[str, float, int]]:
    """Tokens with their scores and kinds; words are built up letter by letter, so every prefix is there."""
    special = [("<unk>", UNKNOWN), ("<s>", CONTROL), ("</s>", CONTROL),
               ("<|im_start|>", CONTROL), ("<|im_end|>", CONTROL)]  # fmt: skip
    tokens = [(text, 0.0, kind) for text, kind in special]
    tokens += [(f"<0x{byte:02X}>", -1000.0, BYTE) for byte in range(256)]
    letters = [chr(code) for code in range(33, 127)] + ["▁", "\n", "é", "ü", "ä", "明", "天", "下", "午"]
    whole = [f"▁{word}" for word in WORDS] + list(JSON_PIECES)
    prefixes = [word[:size] for word in whole for size in range(2, len(word) + 1)]
    seen = dict.fromkeys([*letters, *prefixes])
    tokens += [(text, -float(rank), NORMAL) for rank, text in enumerate(seen)]
    return tokens


def bias_of(text: str, kind: int) -> float:
    """How much more likely a token is than by chance."""
    if text == "<|im_end|>":
        return 2.4
    if kind in (CONTROL, UNKNOWN):
        return -30.0
    if kind == BYTE:
        return -9.0
    if text.startswith("▁") and text[1:] in WORDS:
        return 2.5
    return -1.0 if len(text) == 1 else -2.0


def write_model(path: Path, seed: int = 7) -> Path:
    """Write the model; the same seed gives the same weights."""
    draw = np.random.default_rng(seed)
    tokens = vocabulary()
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(BLOCKS)
    writer.add_feed_forward_length(FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list([text for text, _, _ in tokens])
    writer.add_token_scores([score for _, score, _ in tokens])
    writer.add_token_types([kind for _, _, kind in tokens])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(4)
    writer.add_unk_token_id(0)
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)
    for name, tensor in _tensors(tokens, draw).items():
        writer.add_tensor(name, np.ascontiguousarray(tensor, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _tensors(tokens, draw):
    def small(*shape):
        return draw.normal(0, 0.05, shape)

    embedding = draw.normal(0, SPREAD, (len(tokens), WIDTH))
    embedding[:, 0] = CONSTANT
    after_norm = CONSTANT / math.sqrt((CONSTANT**2 + (WIDTH - 1) * SPREAD**2) / WIDTH)
    output = small(len(tokens), WIDTH)
    output[:, 0] = [bias_of(text, kind) / after_norm for text, _, kind in tokens]
    tensors = {
        "token_embd.weight": embedding,
        "output_norm.weight": np.ones(WIDTH),
        "output.weight": output,
    }
    for block in range(BLOCKS):
        attention, down = small(WIDTH, WIDTH), small(WIDTH, FORWARD)
        attention[0] = down[0] = 0
        tensors |= {
            f"blk.{block}.attn_norm.weight": np.ones(WIDTH),
            f"blk.{block}.attn_q.weight": small(WIDTH, WIDTH),
            f"blk.{block}.attn_k.weight": small(WIDTH, WIDTH),
            f"blk.{block}.attn_v.weight": small(WIDTH, WIDTH),
            f"blk.{block}.attn_output.weight": attention,
            f"blk.{block}.ffn_norm.weight": np.ones(WIDTH),
            f"blk.{block}.ffn_gate.weight": small(FORWARD, WIDTH),
            f"blk.{block}.ffn_up.weight": small(FORWARD, WIDTH),
            f"blk.{block}.ffn_down.weight": down,
        }
    return tensors
