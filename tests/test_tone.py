"""Tone: what news is to whoever hears it, so that bad news is not met with joy, nor a rescue with pity."""

from __future__ import annotations

import pytest

from engine.language.phrases import phrases

BAD = [
    ("en", "Ned broke his leg on the ice."),
    ("en", "Hetty has lost her job."),
    ("en", "The school is going to close in May."),
    ("en", "Old Amos passed away last night."),
    ("en", "Josie's engagement is off."),
    ("en", "The licence has been refused."),
    ("en", "The fair has been called off."),
    ("zh", "学校明年要关了。"),
    ("zh", "申请没批下来。"),
    ("zh", "桥让大水冲垮了。"),
    ("zh", "房租又要涨三成。"),
]
GOOD = [
    ("en", "Nobody was hurt in the accident."),
    ("en", "The thief has been caught."),
    ("en", "The lost ring has been found."),
    ("en", "The fire is out, and nobody was hurt."),
    ("en", "Marta is going to have a baby."),
    ("en", "The quarrel is over, they have made it up."),
    ("zh", "谁也没受伤。"),
    ("zh", "火灭了，人都没事。"),
    ("zh", "丢的戒指找回来了。"),
    ("zh", "批下来了。"),
]
NEITHER = [
    ("en", "The library closes at nine."),
    ("en", "Otto sits by the fire in the evening."),
    ("en", "Isabel was born in 1989."),
    ("en", "Bram used to be married."),
    ("zh", "他停下来歇口气。"),
    ("zh", "他在停车场看车。"),
]


@pytest.mark.parametrize(
    ("language", "text", "tone"),
    [(*each, tone) for tone, texts in (("bad", BAD), ("good", GOOD), ("", NEITHER)) for each in texts],
)
def test_news_is_good_or_bad_by_what_has_come_of_it(language, text, tone):
    assert phrases(language).news(text) == tone
