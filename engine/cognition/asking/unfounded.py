"""Find the sentences of an answer that name something which is not in the prompt."""

from __future__ import annotations

import re

from engine.language.languages import about

_SENTENCES = re.compile(r"[^.!?。！？…]+[.!?。！？…]*[\"”’』」)]*")
_NAMES = re.compile(r"(?<=[\w,;:] )[A-ZÀ-Þ][\w’'-]{2,}|\d{2,}|《[^》]{1,40}》|“[A-Z][^”]{1,40}”")
_MARKS = re.compile(r"['’]s\b|[^\w]")


def unfounded(answer: str, prompt: str, language: str) -> tuple[str, ...]:
    """Return the sentences with a name, a number or a title that is not in the prompt.

    Sentences that only use other words are not returned.
    """
    days = about(language).days
    known = "\n".join([prompt, *days.weekdays, *days.months]).lower()
    return tuple(
        sentence.strip()
        for sentence in _SENTENCES.findall(answer)
        if any(not _stands_in(name, known) for name in _NAMES.findall(sentence))
    )


def _stands_in(name: str, known: str) -> bool:
    bare = _MARKS.sub("", name.lower())
    return name.lower() in known or (bool(bare) and bare in known)
