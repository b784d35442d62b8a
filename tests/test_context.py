"""A server that reads less than it is sent is noticed, and one that only counts in its own way is not."""

from __future__ import annotations

import pytest

from engine.models.served.context import CutPrompts, cut_prompts

SENT = (300, 400, 500, 600, 700, 1_500, 2_500, 4_000, 5_000, 6_000)  # tokens of prompts, as estimated


def test_what_is_cut_at_a_context_is_noticed():
    assert cut_prompts([(sent, min(sent, 2_048)) for sent in SENT]) == CutPrompts(counted=2_048, sent=6_000)


@pytest.mark.parametrize("ratio", [0.5, 0.8, 1.0, 1.4, 2.0])
def test_it_is_told_by_the_servers_own_way_to_count(ratio):
    assert cut_prompts([(sent, round(ratio * sent)) for sent in SENT]) is None
    cut = cut_prompts([(sent, min(round(ratio * sent), round(ratio * 2_048))) for sent in SENT])
    assert cut is not None
    assert cut.counted == round(ratio * 2_048)


def test_a_server_that_counts_only_what_it_had_not_read_before_is_not_blamed():
    counts = [(sent, sent) for sent in SENT] + [(sent, 60) for sent in SENT] + [(sent, 0) for sent in SENT]
    assert cut_prompts(counts) is None


def test_one_long_prompt_proves_nothing():
    assert cut_prompts([(300, 300), (350, 350), (400, 400), (500, 500), (600, 600), (9_000, 600)]) is None
    assert cut_prompts([(9_000, 600)]) is None
    assert cut_prompts([]) is None
