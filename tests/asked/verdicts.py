"""Judges of an answer: each returns an empty text for a right one, or what is wrong with it."""

from __future__ import annotations

import re

DENIES = {
    "en": re.compile(
        r"\b(?:no|not|never|nobody|nothing|none|neither|nowhere|don['’]t|didn['’]t|haven['’]t|hasn['’]t|wasn['’]t|"
        r"weren['’]t|isn['’]t|won['’]t|couldn['’]t|can['’]t)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("没|不|未|哪有|哪来"),
}
AFFIRMS = {
    "en": re.compile(r"^\W*(?:yes|i did(?! no)|i was|of course)\b", re.IGNORECASE),
    "zh": re.compile("^(?:去了|来了|在的|是的|有的|见过|我去了|我在)"),
}
NOT_YET = {
    "en": re.compile(r"\byet\b|\bto come\b|\bahead\b|\bwill be\b|isn['’]t until", re.IGNORECASE),
    "zh": re.compile("还没|尚未|没到|还早"),
}
TO_COME = {
    "en": re.compile(r"\bif they keep\b|\b(?:will|'ll) (?:come|be there)\b|means? to come", re.IGNORECASE),
    "zh": re.compile("要是说话算数|会来"),
}
PAST = {
    "en": re.compile(r"\b(?:I was|I did|I went|I had|I've been|I'd just|mostly this)\b", re.IGNORECASE),
    "zh": re.compile("我刚|我去了|来着"),
}
BROKEN = {
    "en": re.compile(
        r"\bI (?:is|has|does|are|wants|works|lives|means|says)\b|"
        r"\bme (?:is|am|was|will|thinks|has|does)\b|"
        r"\bmy mine\b|\bI's\b|[{}]|\s{2,}|"
        r"\.\.(?!\.)|\b(?:a|the) (?:a|the)\b|^[a-z]|[.?!] [a-z]|\bto to\b|\bat at\b|\b(\w+) \1 \1\b|,\.|"
        r"\bMe\b,? (?:and|am)|\byou am\b"
    ),
    "zh": re.compile(r"[{}]|。。|，。|的的|我的我|在在|我我|自己自己"),
}
AT_A_LOSS = {
    "en": re.compile(
        r"know nothing about that|Nothing of the sort has come my way|"
        r"never given it a thought|wouldn't know what to say"
    ),
    "zh": re.compile("说不上来，没听说过|没人跟我提过|还真没想过|叫我怎么说呢"),
}
_WORD = re.compile(r"[A-Za-z'’]{4,}")
_SMALL = frozenset(
    [
        "with",
        "from",
        "have",
        "been",
        "that",
        "this",
        "there",
        "where",
        "their",
        "them",
        "they",
        "what",
        "when",
        "into",
        "over",
        "some",
        "about",
        "after",
        "before",
        "then",
        "than",
        "very",
        "more",
        "most",
        "much",
        "only",
        "just",
        "like",
        "going",
        "being",
        "doing",
        "having",
        "whoever",
        "people",
        "comes",
        "other",
    ]
)


def marks(text, language):
    """Return what words of a text are the same in any inflection."""
    if language == "zh":
        bare = re.sub(r"[^\u4e00-\u9fff]", "", text)
        return {bare[at : at + 2] for at in range(len(bare) - 1)}
    return {word[:4].lower() for word in _WORD.findall(text) if word.lower() not in _SMALL}


def touches(answer, texts, language):
    """Return whether an answer says what one of some texts says."""
    said = marks(answer, language)
    return any(said & marks(text, language) for text in texts)


def named(answer, truth, but=()):
    """Return the people whom an answer names."""
    return {
        one.id
        for one in truth.people
        if one.id not in but and any(_stands_in(name, answer) for name in truth.names_of(one.id))
    }


def _stands_in(name, answer):
    return name in answer if not name.isascii() else re.search(rf"\b{re.escape(name)}\b", answer) is not None


def says_place(answer, truth, rooms):
    """Return whether an answer names one of some rooms or its place."""
    return any(name.lower() in answer.lower() for room in rooms for name in truth.place_names(room))


def broken(answer, truth, agent, question):
    """Return what is broken about an answer as a sentence of that person, or an empty text."""
    language = "zh" if truth.chinese else "en"
    if not answer.strip():
        return "broken: nothing said"
    if found := BROKEN[language].search(answer):
        return f"broken: {found[0]!r}"
    own = truth.name(agent)
    introduced = re.search(rf"(?:I'm|My name is|我叫|我是|是) ?{re.escape(own)}", answer)
    if own in answer and not introduced and own not in question and "“" not in answer:
        return "broken: speaks of itself by name"
    return ""
