"""A map that replays a day, and the feed that follows it."""

import streamlit as st
from scenes import CAST, day, eight

from studio.basics.assets import mount
from studio.town.town_map import nothing, town_map

NASTY = "<img src='https://evil.test/x' onerror='top.hurt=1'><script>top.hurt=1</script>"
KINDS = (
    ("turn", "Turning points", True), ("talk", "Conversations", True), ("doing", "Activities", False),
    ("going", "Comings and goings", False),
)  # fmt: skip


def row(number, minute, kind, text, who=("isabel",), place="quay", **more):
    return {
        "id": number, "minute": minute, "kind": kind, "text": text, "who": list(who), "place": place, **more,
    }  # fmt: skip


def rows():
    talk = row(
        1, 600, "talk", "Isabel and Tomas talked at the quay", ("isabel", "tomas"),
        parts=[{"id": 1, "text": "The hat is lost."}], talk=77,
    )  # fmt: skip
    insight = row(
        2, 900, "turn", NASTY, ("wen",), "library", sign="insight", parts=[{"id": 2, "text": NASTY}]
    )
    small = [row(100 + n, 1300 - 20 * n, ("doing", "going")[n % 2], f"small thing {n}") for n in range(40)]
    return [insight, talk, *small]


def feed_page():
    key = "map"
    town_map(eight(23 * 60), key=key, day=day())
    data = {
        "map": key, "rows": rows(), "days": False, "earlier": "Also show day 0", "language": "en",
        "small_words": "Comings, goings and activities",
        "kinds": [{"id": kind, "words": words, "notable": notable} for kind, words, notable in KINDS],
        "people": {one[0]: {"name": one[1], "emoji": one[2], "colour": n} for n, one in enumerate(CAST)},
        "places": ["quay", "library"],
    }  # fmt: skip
    result = mount("town_feed", data, key="feed", on_pick_change=nothing)
    st.text(f"picked: {result.get('pick')}")
