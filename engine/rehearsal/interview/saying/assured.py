"""Assurance: a yes or a no is only said to a question that was read as a whole.

Otherwise the agent tells what it remembers that fits, or says that it does not know what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from engine.clock import minute_at
from engine.rehearsal.interview.bearing import at_root, is_told, matter_of, rooted
from engine.rehearsal.interview.lookup.occasions import occasion_named
from engine.rehearsal.interview.lookup.time_asked import time_asked
from engine.rehearsal.interview.lookup.whereabouts import place_named
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.recollect import Found, is_most, overlap
from engine.rehearsal.understand import content_words

_TOUCHES, _FITS = 0.5, 0.6  # the share of a question's words that a secret has, and what is told instead
_READ = ("asking_words", "attending_words")  # which every reading of a question takes in
_INNER = ("gave_word", "asks_support", "asks_meeting")  # which some kinds of question ask within another
_LIVED = ("talk", "observation")


def assured(reply: Reply, kind: str, asked: Asked) -> Reply:
    """Return a reply, or what the agent can say instead if the reply says yes or no to half a question.

    `kind` is the pattern by which the question was read. What denies or does not know anything gives way to
    a memory that fits.
    """
    sure = reply.knows and (reply.yes is None or not _unread(reply, kind, asked))
    if sure or (reply.yes is None and not asked.finds("asks_whether")):
        return reply
    cited = [Found(n, memory, 0) for n, memory in asked.numbered() if n in reply.because and reply.knows]
    instead = _told(cited, asked) or what_fits(asked) or _seen_there(asked)
    if instead is not None:
        return instead
    of_occasion = occasion_named(asked) is not None and not asked.finds("asks_oneself")
    if not reply.knows and not (of_occasion and _unread(reply, kind, asked)):
        return reply
    return Reply((asked.say("not_understood" if reply.knows else "neither_yes_nor_no"),), knows=False)


def what_fits(asked: Asked) -> Reply | None:
    """Say what the agent remembers that has most of a question, with its day and place; or return None."""
    of_place = content_words(place_named(asked), asked.pack)  # where much else may have been
    words = rooted(matter_of(asked).words - of_place, asked)

    def share(text: str) -> float:
        of_it = overlap(words, at_root(text, asked), asked.pack) / max(1, len(words))
        return of_it if of_it >= _TOUCHES else 0.0

    return _best(share, asked)


def is_of_early_days(asked: Asked) -> bool:
    """Tell whether a question is about a time before the first day, of which only stories tell."""
    time = time_asked(asked)
    return time is not None and time.first < minute_at(1, 0)


def of_early_days(asked: Asked) -> Reply | None:
    """Say what the agent's story tells of a time before the first day, or return None."""
    pack, whole = asked.pack, replace(asked, question=asked.whole or asked.question)
    of_time = content_words(whole.question, pack) - content_words(whole.without_times(), pack)
    words = of_time | matter_of(asked).words

    def fit(text: str) -> float:
        of_it = is_most(overlap(of_time, text, pack), of_time, pack)
        return overlap(words, text, pack) if of_time and of_it else 0.0

    return _best(fit, asked)


def _best(fit: Callable[[str], float], asked: Asked) -> Reply | None:
    """Tell the memory that fits best, if any; the agent would rather not speak of what it keeps to itself."""
    matches = [Found(number, memory, fit(memory.text)) for number, memory in asked.numbered()]
    fitting = [match for match in matches if match.fit >= _FITS and is_told(match, matter_of(asked), asked)]
    best = sorted(fitting, key=lambda match: (-match.fit, match.number))
    kept = max(map(fit, asked.held_back), default=0.0)
    if kept and kept >= max((match.fit for match in best), default=0.0):
        return Reply((asked.say("rather_not"),), knows=False)  # and so without a lead
    return _told(best, asked)


def _seen_there(asked: Asked) -> Reply | None:
    """Say when the agent last saw a person at the occasion that a question names, or return None."""
    occasion, person = occasion_named(asked), asked.person
    met = occasion.met(asked) if occasion is not None and person is not None else []
    seen = [row for row in met if person is not None and person.agent in (*row.talked, *row.saw)]
    if person is None or not seen:
        return None
    return Reply((asked.say("last_there", other=asked.called(person), when=asked.ago(seen[-1].begins)),))


def _told(matches: list[Found], asked: Asked) -> Reply | None:
    """Tell the first of some memories, with its day and place if it was lived; None if there is none."""
    first = matches[:1]
    parts = (*asked.quoted("bearing", first), *_when_and_where(first, asked))
    return Reply(parts, numbers(first)) if first else None


def _when_and_where(matches: list[Found], asked: Asked) -> list[str]:
    """Return when and where something lived was, as a list of at most one sentence."""
    lived = (match.memory for match in matches if match.memory.kind in _LIVED and match.memory.place)
    return [
        asked.say("when_and_where", when=asked.ago(memory.minute), place=asked.me.place(memory.place))
        for memory in lived
    ]


def _unread(reply: Reply, kind: str, asked: Asked) -> frozenset[str]:
    """Return the words of a question that neither its kind nor anything behind a reply accounts for."""
    pack, occasion = asked.pack, occasion_named(asked)
    sources = [
        *reply.parts,
        reply.rests_on,
        *(memory.text for number, memory in asked.numbered() if number in reply.because),
    ]
    sources += [pack.word(words) for words in _READ] + [person.kind for person in asked.named]
    sources += [occasion.memory.text] if occasion is not None else []
    text = " ".join((*sources, place_named(asked)))
    words = matter_of(asked).words - asked.me.everybody.words - pack.words["stop"].spaced
    kinds = [name for name in (kind, *_INNER) if asked.finds(name)]
    return frozenset(
        word for word in words
        if not _is_in(word, text, asked)
        and all(pack.finds(name, _without(word, asked.question)) for name in kinds)
    )  # fmt: skip


def _without(word: str, question: str) -> str:
    return re.sub(re.escape(word), " ", question, flags=re.IGNORECASE)


def _is_in(word: str, text: str, asked: Asked) -> bool:
    """Tell whether a word, in any form, is in a text."""
    if not asked.pack.grammar.spaced:
        return all(letter in text for letter in word)
    return bool(overlap(rooted((word,), asked), at_root(text, asked), asked.pack))
